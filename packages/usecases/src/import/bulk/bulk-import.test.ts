import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { BulkImportDependencies } from './bulk-run.js';
import { runBulkImport } from './bulk-import.js';
import { createMemoryJobs, type MemoryJobGiven } from '../../testing/memory-jobs.js';
import { budgetRetryAt } from '../../testing/psa-faults.js';
import { createTrialLane } from '../../work/trials.js';
import { alex, robin } from '../testing/import-rows.js';
import { createImportWorld } from '../testing/stage-context.js';

function setUp(isStopping = () => false) {
  const world = createImportWorld();
  const jobs = createMemoryJobs(world.store);
  const deps: BulkImportDependencies = {
    ...{ ...world.deps, runs: jobs.runs, importJobs: jobs.importJobs },
    ...{ trials: createTrialLane(world.clock), isStopping },
  };
  return {
    ...{ ...world, jobs, trials: deps.trials },
    add: (leads: readonly unknown[], batchOptions: object = {}, given: MemoryJobGiven = {}) =>
      jobs.add(
        'bulk_import',
        { source: 'csv', batch_options: batchOptions },
        { rows: leads.map((data) => ({ data })), ...given },
      ),
    run: async (jobId: string, lastAttempt = false) => runBulkImport(deps, { jobId, lastAttempt }),
    statuses: (jobId: string, count: number) =>
      Array.from({ length: count }, (_, index) => {
        const outcome = world.store.outcomes.get(`${jobId}#${index}`);
        return outcome?.status === 'succeeded' ? outcome.result : outcome?.code;
      }),
  };
}

const failed = { status: 'failed', code: 'VALIDATION_ERROR', error: 'no' } as const;
const malformed = { email: 'no address', company: 'Example' };
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...alex, email: `alex${index}@example.com` }));

describe('a bulk import', () => {
  it('gives every row exactly one outcome and emits one event at its end', async () => {
    const { add, run, jobs, statuses } = setUp();
    const id = add([alex, malformed, robin, alex]);
    expect(await run(id)).toEqual({ done: true });
    expect(statuses(id, 4)).toEqual(['created', 'VALIDATION_ERROR', 'created', 'DUPLICATE_IN_REQUEST']);
    expect(jobs.ends.get(id)).toMatchObject({
      status: 'completed',
      events: [{ type: 'sync.completed', data: { total_processed: 4, successful: 2, failed: 2 } }],
    });
    expect(jobs.kept).toEqual(new Set([id]));
    expect(await run(id)).toEqual({ done: true });
  });

  it('has the same result whatever the batch size', async () => {
    const lead = fc.constantFrom<unknown>(alex, robin, malformed, {}, ...people(3));
    await fc.assert(
      fc.asyncProperty(
        fc.array(lead, { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 1, max: 9 }),
        async (leads, size) => {
          const [whole, parts] = [setUp(), setUp()];
          const ids = [whole.add(leads), parts.add(leads, { batch_size: size })] as const;
          await whole.run(ids[0]);
          await parts.run(ids[1]);
          expect(parts.statuses(ids[1], leads.length)).toEqual(whole.statuses(ids[0], leads.length));
          expect(parts.psa.tickets.size).toBe(whole.psa.tickets.size);
        },
      ),
      { numRuns: 12 },
    );
  });

  it.each([
    ['a row', []],
    ['only the keys of a row before a decided one', [1]],
  ])(
    'is put back before it reads %s alone, while another row of the process is tried',
    async (_what, decided) => {
      const { add, run, statuses, store, trials, clock } = setUp();
      const id = add([alex, robin, alex], {}, { lostRuns: 2 });
      decided.forEach((index) => store.outcomes.set(`${id}#${index}`, failed));
      const leave = trials.enter('job_other');
      expect(await run(id)).toEqual({ done: false, continueAt: clock.now() + 1_000 });
      leave();
      expect(await run(id)).toEqual({ done: true });
      expect([statuses(id, 3)[0], statuses(id, 3)[2]]).toEqual(['created', 'DUPLICATE_IN_REQUEST']);
    },
  );

  it('stops after the first failure if requested, and fails the rest as not processed', async () => {
    const { add, run, statuses, jobs, psa } = setUp();
    const id = add([alex, malformed, robin], { continue_on_error: false });
    await run(id);
    expect(statuses(id, 3)).toEqual(['created', 'VALIDATION_ERROR', 'NOT_PROCESSED']);
    expect(jobs.ends.get(id)).toMatchObject({ status: 'completed' });
    expect(psa.tickets.size).toBe(1);
  });

  it('records the opt-outs of rows that it does not process', async () => {
    const { add, run, store } = setUp();
    await run(add([malformed, { ...robin, do_not_contact: true }], { continue_on_error: false }));
    expect([...store.optedOut.keys()]).toContain('email:robin@example.org');
  });

  it('starts no new row after a cancel, and records the opt-outs of the pending rows', async () => {
    const { add, run, jobs, statuses, psa, store } = setUp();
    const id = add([alex, { ...robin, do_not_contact: true }]);
    jobs.requestCancel(id);
    expect(await run(id)).toEqual({ done: true });
    expect(statuses(id, 2)).toEqual(['CANCELLED', 'CANCELLED']);
    expect(jobs.ends.get(id)).toMatchObject({ status: 'cancelled' });
    expect(psa.writes).toEqual([]);
    expect([...store.optedOut.keys()]).toContain('email:robin@example.org');
  });

  it('completes rows that an earlier run has begun, even after a cancel', async () => {
    const { add, run, jobs, statuses, store, psa } = setUp();
    const id = add([alex, robin]);
    store.intents.set(`${id}#1`, { kind: 'create', at: '2026-01-31T08:59:30.000Z', stood: [] });
    jobs.requestCancel(id);
    await run(id);
    expect(statuses(id, 2)).toEqual(['CANCELLED', 'created']);
    expect(psa.tickets.size).toBe(1);
  });

  it('keeps its progress while it waits for the budget, and resumes there', async () => {
    const { add, run, psa, statuses } = setUp();
    const id = add([alex, robin], { batch_size: 1 });
    psa.faults.plan('createTickets', 'ok', 'no_budget');
    expect(await run(id)).toEqual({ done: false, continueAt: budgetRetryAt, reason: 'psa_budget' });
    expect(statuses(id, 2)).toEqual(['created', undefined]);
    expect(await run(id)).toEqual({ done: true });
    expect(statuses(id, 2)).toEqual(['created', 'created']);
    expect(psa.tickets.size).toBe(2);
  });

  it('respects its rate limit', async () => {
    const { add, run, clock } = setUp();
    const id = add(people(3), { rate_limit: 1 });
    expect(await run(id)).toEqual({ done: false, continueAt: clock.now() + 60_000 });
  });

  it('yields to another process on shutdown', async () => {
    const { add, run, clock, psa } = setUp(() => true);
    expect(await run(add([alex]))).toEqual({ done: false, continueAt: clock.now() });
    expect(psa.calls).toEqual([]);
  });

  it('fails its attempt, and after the last one fails the pending rows with the reason', async () => {
    const { add, run, psa, jobs, statuses, store } = setUp();
    const id = add([alex, { ...robin, do_not_contact: true }], { batch_size: 1 });
    psa.faults.plan('findTickets', 'away', 'away', 'away', 'away');
    await expect(run(id)).rejects.toThrow('The PSA is away');
    expect(jobs.ends.size).toBe(0);
    await expect(run(id, true)).rejects.toThrow('The PSA is away');
    expect(statuses(id, 2)).toEqual(['EXTERNAL_API_ERROR', 'EXTERNAL_API_ERROR']);
    expect(jobs.ends.get(id)).toMatchObject({ status: 'failed' });
    expect([...store.optedOut.keys()]).toContain('email:robin@example.org');
  });

  it.each([
    { what: 'fills the lists of its leads', faults: [], states: ['added', 'added'], reported: 0 },
    {
      what: 'leaves the list of opt-outs to these, and reports that lists could not be filled,',
      faults: ['away', 'away', 'away', 'away'] as const,
      states: ['attempted', 'refused'],
      reported: 1,
    },
  ])('$what when it is given up', async ({ faults, states, reported }) => {
    const { add, run, psa, store } = setUp();
    const id = add([alex]);
    const planned = { jobId: id, ticketIds: [5], state: 'planned' } as const;
    store.groups.set('lst_7', { ...planned, groupId: 'lst_7', listId: 7, ofOptOuts: false });
    store.groups.set('lst_9', { ...planned, groupId: 'lst_9', listId: 9, ofOptOuts: true });
    psa.faults.plan('findTickets', 'away', 'away');
    psa.faults.plan('addListItems', ...faults);
    await expect(run(id, true)).rejects.toThrow('The PSA is away');
    expect([...store.groups.values()].map(({ state }) => state)).toEqual(states);
    expect(store.errorLog.filter(({ message }) => message.includes('2 list items'))).toHaveLength(reported);
  });

  it('writes only the outcomes of its rows in a dry run', async () => {
    const { add, run, psa, store, jobs, statuses } = setUp();
    const id = add([alex, { ...alex, email: 'sam@example.com' }], { dry_run: true });
    await run(id);
    expect(statuses(id, 2)).toEqual(['created', 'created']);
    expect(psa.writes).toEqual([]);
    expect(store.leads.size + store.companies.size + store.intents.size + store.holders.size).toBe(0);
    expect(jobs.ends.get(id)?.events).toEqual([]);
    const clients = [0, 1].map((index) => store.outcomes.get(`${id}#${index}`)?.plan?.client?.action);
    expect(clients).toEqual(['create', 'reuse']);
  });
});
