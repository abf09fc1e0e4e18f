import { describe, expect, it } from '@jest/globals';

import type { ImportIntent } from '../../ports/import-store.js';
import { createMemoryJobs, type MemoryJobGiven } from '../../testing/memory-jobs.js';
import type { RunResult } from '../../work/run-result.js';
import { createTrialLane } from '../../work/trials.js';
import { importTogether } from './single-batch.js';
import type { SingleImportDependencies, WaitingRun, WaitingRuns } from './single-run.js';
import { alex, robin } from '../testing/import-rows.js';
import { createImportWorld } from '../testing/stage-context.js';

const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z', stood: [] };
const sam = { ...alex, email: 'sam@example.com' };
const done = { done: true } as const;

function setUp() {
  const world = createImportWorld();
  const jobs = createMemoryJobs(world.store);
  const trials = createTrialLane(world.clock);
  const deps: SingleImportDependencies = {
    ...{ ...world.deps, runs: jobs.runs, importJobs: jobs.importJobs, trials },
  };
  const waiting: WaitingRuns = new Map();
  const told = new Map<string, RunResult | { readonly error: unknown }>();
  const again: string[] = [];
  const wait = (jobId: string): string => {
    const entry: WaitingRun = {
      run: { jobId, runsAlone: false, lastAttempt: false },
      begun: null,
      inContext: async (work) => work(),
      resolve: (result) => told.set(jobId, result),
      reject: (error) => told.set(jobId, { error }),
    };
    waiting.set(jobId, entry);
    return jobId;
  };
  return {
    ...{ ...world, jobs, trials, deps, waiting, told, again, wait },
    add: (data: object, { input = {}, ...given }: MemoryJobGiven & { readonly input?: object } = {}) =>
      wait(jobs.add('lead_import', { source: 'csv', data, ...input }, { rows: [{ data }], ...given })),
    run: async (its: SingleImportDependencies = deps) =>
      importTogether({
        ...{ deps: its, waiting },
        upcoming: () => 0,
        requeue: (runs) => again.push(...runs.map(({ run }) => run.jobId)),
      }),
  };
}

describe('single imports in a batch', () => {
  it('are written together, and each job ends with its own result', async () => {
    const { add, run, psa, jobs, told, waiting } = setUp();
    const ids = [add(alex), add({ email: 'no address' }), add(robin)];
    await run();
    expect(ids.map((id) => told.get(id))).toEqual([done, done, done]);
    expect(ids.map((id) => jobs.ends.get(id)?.status)).toEqual(['completed', 'failed', 'completed']);
    expect(psa.writes.filter((call) => call === 'createTickets')).toHaveLength(1);
    expect(waiting.size).toBe(0);
  });

  it('are read live, and added to their lists immediately; their jobs are counted as a whole', async () => {
    const { add, run, psa, store, deps } = setUp();
    psa.addList('Source: CSV');
    const away = async () => Promise.reject(new Error('The mirror is not to be asked'));
    add(alex);
    await run({
      ...deps,
      mirror: {
        ...{ maxAgeMs: 1, view: away, observeTickets: away, clientsOf: away },
        evict: async () => Promise.resolve(),
        outdate: async () => Promise.resolve(),
      },
    });
    expect(psa.ticketsOn('Source: CSV')).toEqual([...psa.tickets.keys()]);
    expect(store.records).toMatchObject([{ countsProgress: false }]);
    expect(store.records.flatMap(({ rows }) => rows.flatMap(({ lists = [] }) => lists))).toHaveLength(1);
  });

  it('query the PSA in advance for what they may need, because a caller waits', async () => {
    const { add, run, psa } = setUp();
    psa.addTicket({ email: 'alex@example.com', customFields: { 101: 'CSV' } });
    add(alex);
    await run();
    expect([psa.calls.includes('searchClients'), psa.writes]).toEqual([true, []]);
  });

  it('that have ended elsewhere are done', async () => {
    const { add, wait, run, told } = setUp();
    const [gone, id] = [wait('job_gone'), add(alex)];
    await run();
    expect([told.get(gone), told.get(id)]).toEqual([done, done]);
  });

  it('that cannot be read fail alone', async () => {
    const { add, wait, run, jobs, told, psa } = setUp();
    const foreign = wait(jobs.add('lead_status', { lead_id: 1, status: 'new_lead' }, { rows: [] }));
    const id = add(alex);
    await run();
    expect(told.get(foreign)).toHaveProperty('error');
    expect([told.get(id), psa.tickets.size]).toEqual([done, 1]);
  });

  it('continue what an earlier run has begun', async () => {
    const { add, run, psa, store, jobs } = setUp();
    psa.addUser({ id: 200, email: 'alex@example.com' });
    const ticket = psa.addTicket({ email: 'alex@example.com', userId: 200, details: 'Reference: job_a1#0' });
    const id = add(alex);
    store.intents.set(`${id}#0`, begun);
    await run();
    expect(jobs.ends.get(id)).toMatchObject({
      result: { result: 'created', psaTicketId: ticket.id },
    });
    expect(psa.tickets.size).toBe(1);
  });

  it('that were already decided are only added to their lists and ended', async () => {
    const { add, run, psa, store, jobs, told } = setUp();
    const { id: listId } = psa.addList('Source: CSV');
    const id = add(alex);
    store.outcomes.set(`${id}#0`, {
      ...{ status: 'succeeded', result: 'created', leadId: 12, psaTicketId: 300, qualityScore: 40 },
      ...{ warnings: [], actionsTaken: [] },
    });
    store.groups.set('lst_1', {
      ...{ groupId: 'lst_1', jobId: id, listId, ticketIds: [300], ofOptOuts: false, state: 'planned' },
    });
    await run();
    expect(jobs.ends.get(id)).toMatchObject({ status: 'completed', result: { leadId: 12 } });
    expect([told.get(id), psa.ticketsOn('Source: CSV'), psa.tickets.size]).toEqual([done, [300], 0]);
  });

  it('carry out a dry run, or report what has changed', async () => {
    const { add, run, jobs } = setUp();
    const planned = { result: 'updated', psa_ticket_id: 300, changes: {} };
    const id = add(alex, { input: { planned, if_changed: 'skip' } });
    await run();
    expect(jobs.ends.get(id)).toMatchObject({
      status: 'failed',
      error: { details: { reason: 'PLAN_CHANGED', planned, current: { result: 'created' } } },
    });
  });

  it('in a dry run are processed separately, and see nothing that the others would write', async () => {
    const { add, run, jobs, psa, store } = setUp();
    const dry = add(alex, { input: { options: { dry_run: true } } });
    const id = add(robin);
    await run();
    expect(jobs.ends.get(dry)).toMatchObject({ result: { dryRun: true, psaTicketId: null } });
    expect(jobs.ends.get(id)).toMatchObject({ result: { result: 'created' } });
    expect([psa.tickets.size, store.leads.size]).toEqual([1, 1]);
  });
});

describe('a single import that does not finish', () => {
  it('because its key is busy is retried, and the others end', async () => {
    const { add, run, store, told, again, waiting } = setUp();
    await store.claim(['email:alex@example.com'], 1_000);
    const ids = [add(alex), add(robin)];
    await run();
    expect([again, waiting.size]).toEqual([[ids[0]], 0]);
    expect(ids.map((id) => told.get(id))).toEqual([undefined, done]);
  });

  it('because its key is busy waits briefly first if no other made progress', async () => {
    const { add, run, store, again } = setUp();
    await store.claim(['email:alex@example.com'], 1_000);
    const id = add(alex);
    const startedAt = performance.now();
    await run();
    expect(performance.now() - startedAt).toBeGreaterThan(45);
    expect(again).toEqual([id]);
  });

  it('because another one in its batch has its key is retried after that one', async () => {
    const { add, run, told, again } = setUp();
    const ids = [add(alex), add(alex)];
    await run();
    expect(again).toEqual([ids[1]]);
    expect(told.get(ids[0] ?? '')).toEqual(done);
  });

  it('because its write got lost fails its attempt, and the others end', async () => {
    const { add, run, psa, told } = setUp();
    psa.faults.plan('createTickets', 'request_lost', 'ok', 'request_lost', 'request_lost');
    const ids = [add(alex), add(robin)];
    await run();
    expect(told.get(ids[0] ?? '')).toMatchObject({ error: { name: 'PsaUncertainError' } });
    expect(told.get(ids[1] ?? '')).toEqual(done);
  });

  it('because the PSA is unavailable leaves the remaining ones to the caller', async () => {
    const { add, run, psa, told, waiting } = setUp();
    psa.faults.plan('findTickets', 'away');
    const id = add(alex);
    await expect(run()).rejects.toThrow('The PSA is away');
    expect([told.has(id), waiting.has(id), waiting.get(id)?.begun]).toEqual([
      false,
      true,
      expect.objectContaining({ jobId: id }),
    ]);
  });
});

describe('a single import during which processes have crashed', () => {
  it('is tried alone after the others', async () => {
    const { add, run, psa, told, jobs } = setUp();
    const suspect = add(alex, { lostRuns: 2 });
    const others = [add(robin), add(sam)];
    await run();
    expect([suspect, ...others].map((id) => told.get(id))).toEqual([done, done, done]);
    expect(psa.writes.filter((call) => call === 'createTickets')).toHaveLength(2);
    expect([...psa.tickets.values()].at(-1)?.email).toBe('alex@example.com');
    expect(jobs.openTrials.size).toBe(0);
  });

  it('waits while this process tries another one', async () => {
    const { add, run, trials, told, clock } = setUp();
    trials.enter('job_other');
    const id = add(alex, { lostRuns: 2 });
    await run();
    expect(told.get(id)).toEqual({ done: false, continueAt: clock.now() + 1_000 });
  });

  it('is set aside if too many processes have crashed', async () => {
    const { add, run, jobs, told, psa } = setUp();
    const id = add(alex, { lostRuns: 2 });
    jobs.openTrials.set(`${id}#0`, 4);
    await run();
    expect([told.get(id), psa.calls]).toEqual([done, []]);
    expect(jobs.ends.get(id)).toMatchObject({
      status: 'failed',
      error: { details: { reason: 'SET_ASIDE' } },
    });
  });

  it('writes nothing in a dry run, even when it is tried alone', async () => {
    const { add, run, jobs, psa } = setUp();
    const id = add(alex, { lostRuns: 2, input: { options: { dry_run: true } } });
    await run();
    expect(jobs.ends.get(id)).toMatchObject({ result: { dryRun: true } });
    expect(psa.writes).toEqual([]);
  });
});
