import { describe, expect, it } from '@jest/globals';

import { StaleClaimError, type RowOutcome } from '../../ports/import-store.js';
import { PsaBudgetError, PsaUnavailableError } from '../../ports/psa-errors.js';
import { createMemoryJobs } from '../../testing/memory-jobs.js';
import { DeadlyRowError } from '../../work/deadly-row-error.js';
import { erasedRow } from '../../work/erased-row.js';
import type { RunResult } from '../../work/run-result.js';
import { createTrialLane } from '../../work/trials.js';
import { giveUp, settleFault } from './single-faults.js';
import type { SingleImportDependencies, WaitingRun } from './single-run.js';
import { alex } from '../testing/import-rows.js';
import { createImportWorld } from '../testing/stage-context.js';

const created: RowOutcome = {
  status: 'succeeded',
  result: 'created',
  ...{ leadId: 7, psaTicketId: 300, actionsTaken: ['lead_created'], qualityScore: 30, warnings: [] },
};
const away = new PsaUnavailableError('The PSA is away');

function setUp() {
  const world = createImportWorld();
  const jobs = createMemoryJobs(world.store);
  const deps: SingleImportDependencies = {
    ...{ ...world.deps, runs: jobs.runs, importJobs: jobs.importJobs, trials: createTrialLane(world.clock) },
  };
  return {
    ...{ ...world, jobs, deps },
    add: (input: object = {}) =>
      jobs.add('lead_import', { source: 'csv', data: { ...alex, do_not_contact: true }, ...input }),
    /** A run of a job that has begun, and its result. */
    async waiting(jobId: string, lastAttempt: boolean) {
      const [begun] = await jobs.runs.begin([jobId], '2026-01-31T09:00:00.000Z');
      const told: (RunResult | { readonly error: unknown })[] = [];
      const entry: WaitingRun = {
        run: { jobId, runsAlone: false, lastAttempt },
        begun: begun?.run ?? null,
        inContext: async (work) => work(),
        resolve: (result) => told.push(result),
        reject: (error) => told.push({ error }),
      };
      return { entry, told };
    },
  };
}

describe('a single import whose work failed', () => {
  it.each([false, true])(
    'waits for the budget without using up an attempt (last: %s)',
    async (lastAttempt) => {
      const { add, waiting, deps, jobs } = setUp();
      const { entry, told } = await waiting(add(), lastAttempt);
      await settleFault(deps, [entry], new PsaBudgetError(5_000, { callsPerWindow: 500 }));
      expect(told).toEqual([{ done: false, continueAt: 5_000, reason: 'psa_budget' }]);
      expect(jobs.ends.size).toBe(0);
    },
  );

  it.each([false, true])(
    'waits briefly while another worker is processing it (last: %s)',
    async (lastAttempt) => {
      const { add, waiting, deps, clock, jobs } = setUp();
      const { entry, told } = await waiting(add(), lastAttempt);
      await settleFault(deps, [entry], new StaleClaimError('Another worker'));
      expect(told).toEqual([{ done: false, continueAt: clock.now() + 1_000 }]);
      expect(jobs.ends.size).toBe(0);
    },
  );

  it('fails its attempt while others are left, and does not end its job', async () => {
    const { add, waiting, deps, jobs, store } = setUp();
    const { entry, told } = await waiting(add(), false);
    await settleFault(deps, [entry], away);
    expect([told, jobs.ends.size, store.outcomes.size]).toEqual([[{ error: away }], 0, 0]);
  });

  it('ends its job with the last attempt', async () => {
    const { add, waiting, deps, jobs } = setUp();
    const id = add();
    const { entry, told } = await waiting(id, true);
    await settleFault(deps, [entry], away);
    expect(told).toEqual([{ error: away }]);
    expect(jobs.ends.get(id)).toMatchObject({ status: 'failed', error: { message: 'The PSA is away' } });
  });

  it('leaves its job to a worker that has begun it since', async () => {
    const { add, waiting, deps, jobs, clock, store } = setUp();
    const id = add();
    const { entry, told } = await waiting(id, true);
    await jobs.runs.begin([id], '2026-01-31T09:00:01.000Z');
    await settleFault(deps, [entry], away);
    expect(told).toEqual([{ done: false, continueAt: clock.now() + 1_000 }]);
    expect([jobs.ends.size, store.outcomes.size]).toEqual([0, 0]);
  });

  it('is given up even if it failed before it had begun', async () => {
    const { add, waiting, deps, jobs } = setUp();
    const id = add();
    const { entry } = await waiting(id, true);
    await settleFault(deps, [{ ...entry, begun: null }], away);
    expect(jobs.ends.get(id)?.status).toBe('failed');
  });

  it('reports why it cannot be given up, and does not keep others from ending', async () => {
    const { add, waiting, deps, jobs } = setUp();
    const ids = [add(), add()] as const;
    const [one, two] = [await waiting(ids[0], true), await waiting(ids[1], true)];
    const record: typeof deps.store.record = async (batch) =>
      batch.rows[0]?.ref.jobId === ids[0]
        ? Promise.reject(new StaleClaimError('Decided meanwhile'))
        : deps.store.record(batch);
    await settleFault({ ...deps, store: { ...deps.store, record } }, [one.entry, two.entry], away);
    expect(one.told).toMatchObject([{ error: { name: 'StaleClaimError' } }]);
    expect(two.told).toEqual([{ error: away }]);
    expect([...jobs.ends.keys()]).toEqual([ids[1]]);
  });
});

describe('a single import that is given up', () => {
  it('ends with its outcome if it is recorded, and reports that its lists could not be filled', async () => {
    const { add, deps, store, jobs } = setUp();
    const id = add();
    store.outcomes.set(`${id}#0`, created);
    const planned = { ...{ jobId: id, ticketIds: [5] }, state: 'planned' } as const;
    store.groups.set('lst_7', { ...planned, groupId: 'lst_7', listId: 7, ofOptOuts: false });
    store.groups.set('lst_9', { ...planned, groupId: 'lst_9', listId: 9, ofOptOuts: true });
    await giveUp(deps, id, away);
    expect(jobs.ends.get(id)).toMatchObject({ status: 'completed', result: { leadId: 7 } });
    expect(store.records).toEqual([]);
    expect(store.errorLog).toMatchObject([
      { jobId: id, message: '2 list items could not be added: The PSA is away' },
    ]);
    // The opt-out adds its own.
    expect([...store.groups.values()].map(({ state }) => state)).toEqual(['planned', 'refused']);
  });

  it('counts as failed, is reported to the operators, and keeps its opt-out', async () => {
    const { add, deps, store, jobs } = setUp();
    const id = add();
    await giveUp(deps, id, away);
    const failure = { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'The PSA is away' };
    expect(store.outcomes.get(`${id}#0`)).toEqual(failure);
    expect(store.records).toMatchObject([{ countsProgress: false, rows: [{ end: { status: 'failed' } }] }]);
    expect(store.errorLog).toMatchObject([
      { level: 'error', message: 'The PSA is away', jobId: id, leadSource: 'csv' },
    ]);
    expect(store.optedOut.has('email:alex@example.com')).toBe(true);
    expect(jobs.ends.get(id)?.status).toBe('failed');
  });

  it('leaves nothing of a person who had opted out before they were erased', async () => {
    const { add, deps, store, jobs } = setUp();
    const id = add();
    store.optedOut.set('email:alex@example.com', { suppressionId: null });
    await giveUp(deps, id, away);
    expect(store.outcomes.get(`${id}#0`)).toEqual(erasedRow);
    expect(store.records).toMatchObject([{ optOuts: [] }]);
    expect(jobs.ends.get(id)).toMatchObject({ status: 'failed', error: { details: { reason: 'ERASED' } } });
  });

  it('does not expose the message of an internal error', async () => {
    const { add, deps, store } = setUp();
    await giveUp(deps, add(), new Error('connect to 10.0.0.7 failed'));
    expect(store.errorLog.map(({ message }) => message)).toEqual(['An unexpected error occurred']);
  });

  it('is not read again if that has crashed processes, and operators are asked to check it', async () => {
    const { add, deps, store } = setUp();
    await giveUp(deps, add(), new DeadlyRowError(6, 'lead', false));
    expect(store.optedOut.size).toBe(0);
    expect(store.errorLog[0]?.message).toMatch(/set aside\. .*could not be read: check the lead$/u);
  });

  it('in a dry run leaves no opt-out and no entry in the error log', async () => {
    const { add, deps, store, jobs } = setUp();
    const id = add({ options: { dry_run: true } });
    await giveUp(deps, id, away);
    expect([store.optedOut.size, store.errorLog]).toEqual([0, []]);
    expect(store.outcomes.get(`${id}#0`)?.status).toBe('failed');
    expect(jobs.ends.get(id)?.status).toBe('failed');
  });

  it('does nothing if the job has ended or no longer exists', async () => {
    const { deps, store } = setUp();
    await giveUp(deps, 'job_gone', away);
    expect(store.records).toEqual([]);
  });
});
