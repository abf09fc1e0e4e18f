import { describe, expect, it } from '@jest/globals';

import { createMemoryJobs, type MemoryJobGiven } from '../../testing/memory-jobs.js';
import { budgetRetryAt } from '../../testing/psa-faults.js';
import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import { createRollingWindow } from '../../testing/rolling-window.js';
import { createTrialLane } from '../../work/trials.js';
import { createSingleImports } from './single-imports.js';
import { alex, leadTicket, robin } from '../testing/import-rows.js';
import { createImportWorld } from '../testing/stage-context.js';

function setUp(batchesAtOnce = 1, options: MemoryPsaOptions = {}) {
  const world = createImportWorld(options);
  const jobs = createMemoryJobs(world.store);
  const trials = createTrialLane(world.clock);
  const imports = createSingleImports(
    { ...world.deps, runs: jobs.runs, importJobs: jobs.importJobs, trials },
    batchesAtOnce,
  );
  return {
    ...{ ...world, jobs, trials, imports },
    add: (data: object, given: MemoryJobGiven & { readonly input?: object } = {}) =>
      jobs.add('lead_import', { source: 'csv', data, ...given.input }, { rows: [{ data }], ...given }),
    run: async (jobId: string, { runsAlone = false, lastAttempt = false } = {}) =>
      imports.run({ jobId, runsAlone, lastAttempt }),
  };
}

describe('single imports', () => {
  it('each end with their own result, and share one request for the tickets of all that waited together', async () => {
    const { add, run, jobs, psa } = setUp();
    const ids = [alex, robin, { ...alex, email: 'sam@example.com' }].map((lead) => add(lead));
    expect(await Promise.all(ids.map(async (id) => run(id)))).toEqual(ids.map(() => ({ done: true })));
    // The first one starts immediately; the others queue up behind it.
    expect(psa.writes.filter((call) => call === 'createTickets')).toHaveLength(2);
    expect(ids.map((id) => jobs.ends.get(id))).toMatchObject([
      { status: 'completed', result: { leadId: 1, result: 'created' } },
      { status: 'completed', result: { leadId: 2, result: 'created' } },
      { status: 'completed', result: { leadId: 3, result: 'created' } },
    ]);
    expect(psa.tickets.size).toBe(3);
  });

  it('are idle once the claims of their batches are released, which the end of a job does not wait for', async () => {
    const { add, run, store, imports } = setUp();
    const { releaseClaims } = store;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    store.releaseClaims = async (...given) => gate.then(async () => releaseClaims(...given));
    await run(add(alex));
    const idle = imports.idle().then(() => store.holders.size);
    expect(store.holders.size).toBeGreaterThan(0);
    release();
    expect(await idle).toBe(0);
    await imports.idle();
  });

  it('announce the calls that create a lead, and return the slots that it did not need', async () => {
    const { add, run, psa } = setUp();
    await run(add(alex));
    expect(psa.expectedCalls).toEqual([6, 0]);
    await run(add(alex));
    expect(psa.expectedCalls).toEqual([6, 0, 0, 0]);
  });

  it('of one person create one ticket, whichever comes first', async () => {
    const { add, run, jobs, psa } = setUp(2);
    const ids = [alex, alex, alex].map((lead) => add(lead));
    await Promise.all(ids.map(async (id) => run(id)));
    const results = ids.map((id) => jobs.ends.get(id)?.result);
    expect(
      results
        .map((result) => result !== null && result !== undefined && 'result' in result && result.result)
        .sort(),
    ).toEqual(['created', 'skipped', 'skipped']);
    expect(psa.tickets.size).toBe(1);
  });

  it('that are repeated finish with the recorded outcome, and write nothing', async () => {
    const { add, run, jobs, store, psa } = setUp();
    const id = add(alex);
    store.outcomes.set(`${id}#0`, {
      status: 'succeeded',
      result: 'created',
      leadId: 12,
      psaTicketId: 300,
      qualityScore: 40,
      warnings: [],
      actionsTaken: ['lead_created'],
    });
    expect(await run(id)).toEqual({ done: true });
    expect(jobs.ends.get(id)).toMatchObject({ status: 'completed', result: { leadId: 12 } });
    expect(psa.writes).toEqual([]);
  });

  it('that have ended, or no longer exist, are done', async () => {
    const { run, psa } = setUp();
    expect(await run('job_gone')).toEqual({ done: true });
    expect(psa.calls).toEqual([]);
  });

  it('wait for the budget without failing an attempt, even the last one', async () => {
    const { add, run, jobs, psa } = setUp();
    const id = add(alex);
    psa.faults.plan('findTickets', 'no_budget');
    expect(await run(id, { lastAttempt: true })).toEqual({
      done: false,
      continueAt: budgetRetryAt,
      reason: 'psa_budget',
    });
    expect(jobs.ends.size).toBe(0);
  });

  it('fail the attempt while others are left, and the job with the last', async () => {
    const { add, run, jobs, psa, store } = setUp();
    const id = add(alex);
    psa.faults.plan('findTickets', 'away', 'away');
    await expect(run(id)).rejects.toThrow('The PSA is away');
    expect(jobs.ends.size).toBe(0);
    await expect(run(id, { lastAttempt: true })).rejects.toThrow('The PSA is away');
    expect(jobs.ends.get(id)).toMatchObject({ status: 'failed', error: { code: 'EXTERNAL_API_ERROR' } });
    expect(store.outcomes.get(`${id}#0`)).toMatchObject({ status: 'failed', code: 'EXTERNAL_API_ERROR' });
    expect(store.errorLog).toMatchObject([{ level: 'error', jobId: id, errorCode: 'EXTERNAL_API_ERROR' }]);
  });

  it('keep the opt-out of a lead that is given up', async () => {
    const { add, run, psa, store } = setUp();
    const id = add({ ...alex, do_not_contact: true });
    psa.faults.plan('findTickets', 'away');
    await expect(run(id, { lastAttempt: true })).rejects.toThrow();
    expect([...store.optedOut.keys()]).toContain('email:alex@example.com');
  });

  it('leave a job to a worker that has begun it since', async () => {
    const { add, run, jobs, psa, clock } = setUp();
    const id = add(alex);
    const { begin } = jobs.runs;
    const away = jobs.runs.isLatest;
    jobs.runs.isLatest = async (begun) => {
      await begin([id], '2026-01-31T09:00:00.000Z');
      return await away(begun);
    };
    psa.faults.plan('findTickets', 'away');
    expect(await run(id, { lastAttempt: true })).toEqual({ done: false, continueAt: clock.now() + 1_000 });
    expect(jobs.ends.size).toBe(0);
  });

  it('that cannot be read fail alone, without the rest of their batch', async () => {
    const { add, run, jobs } = setUp();
    const first = add(robin);
    const foreign = jobs.add('lead_status', { lead_id: 1, status: 'new_lead' }, { rows: [] });
    const good = add(alex);
    const [, broken, whole] = await Promise.allSettled([run(first), run(foreign), run(good)]);
    expect(broken).toMatchObject({ status: 'rejected' });
    expect(whole).toEqual({ status: 'fulfilled', value: { done: true } });
  });

  it('that failed before are processed alone', async () => {
    const { add, run, psa } = setUp();
    const [first, again, third] = [add(robin), add(alex), add({ ...alex, email: 'sam@example.com' })];
    await Promise.all([run(first), run(again, { runsAlone: true }), run(third)]);
    expect(psa.writes.filter((call) => call === 'createTickets')).toHaveLength(3);
  });

  it('in a dry run write nothing, and report what they would have done', async () => {
    const { add, run, jobs, psa, store } = setUp();
    const id = add(alex, { input: { options: { dry_run: true } } });
    expect(await run(id)).toEqual({ done: true });
    expect(psa.writes).toEqual([]);
    expect(store.leads.size + store.intents.size + store.companies.size).toBe(0);
    expect(jobs.ends.get(id)).toMatchObject({
      result: {
        dryRun: true,
        result: 'created',
        psaTicketId: null,
        plan: { ticket: { action: 'create' } },
      },
    });
  });

  it('during which processes have crashed are tried alone, and set aside after four crashes', async () => {
    const { add, run, jobs, store, psa } = setUp();
    const id = add(alex, { lostRuns: 2 });
    jobs.openTrials.set(`${id}#0`, 4);
    expect(await run(id)).toEqual({ done: true });
    expect(jobs.ends.get(id)).toMatchObject({ status: 'failed', error: { code: 'INTERNAL_ERROR' } });
    expect(store.outcomes.get(`${id}#0`)).toMatchObject({ status: 'failed', code: 'SET_ASIDE' });
    expect(psa.writes).toEqual([]);
  });

  it('wait while this process tries another suspect', async () => {
    const { add, run, trials, clock, psa } = setUp();
    const id = add(alex, { lostRuns: 2 });
    const leave = trials.enter('job_other');
    expect(await run(id)).toEqual({ done: false, continueAt: clock.now() + 1_000 });
    expect(psa.calls).toEqual([]);
    leave?.();
    expect(await run(id)).toEqual({ done: true });
  });
});

describe('single imports that wait together', () => {
  it.each([
    [200, 500, 1_400, 3],
    [200, 250, 1_500, 6],
    [600, 500, 3_300, 7],
  ])(
    '%d of them, in windows of %d calls, which all pages of the PSA would exceed, need at most %d calls',
    async (leads, callsLeft, calls, windows) => {
      const window = createRollingWindow(() => world.clock, callsLeft);
      const world = setUp(2, { takesSlot: window.takesSlot, pageRows: 1 });
      for (let id = 1; id <= 202; id += 1) {
        world.psa.addUser({ id, email: `old${id}@example.net` });
        world.psa.addTicket(leadTicket({ id, userId: id, email: `old${id}@example.net` }));
        world.psa.clients.set(id, { id, name: `Old ${id}` });
      }
      const people = Array.from({ length: leads }, (_, index) => ({
        ...alex,
        ...{ email: `new${index}@example.com`, company: `Company ${index}` },
      }));
      let waiting = people.map((person) => world.add(person));
      let passed = 0;
      for (; waiting.length > 0 && passed < 20; passed += 1) {
        const results = await Promise.all(waiting.map(async (jobId) => world.run(jobId)));
        waiting = waiting.filter((_, index) => results[index]?.done === false);
        window.waitForFree();
      }
      expect(waiting).toEqual([]);
      expect(world.psa.calls.length).toBeLessThanOrEqual(calls);
      expect(passed).toBeLessThanOrEqual(windows);
    },
  );
});
