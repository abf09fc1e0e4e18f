import { describe, expect, it, jest } from '@jest/globals';

import type { ImportIntent } from '../../ports/import-store.js';
import type { PsaMirror } from '../../mirror/psa-mirror.js';
import { importRows, restoreEarlierKeys, nextRows, tryRow } from './bulk-rows.js';
import { asDryRun } from '../dry-run/as-dry-run.js';
import { importBatch } from '../import-batch.js';
import { createBulkWorld } from '../testing/bulk-world.js';
import { TrialLaneBusyError } from '../../work/trials.js';
import { alex, robin } from '../testing/import-rows.js';
import { importBatchOf } from '../testing/stage-context.js';

const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z', stood: [] };
const sam = { ...alex, email: 'sam@example.com' };
const malformed = { email: 'no address', company: 'Example' };
const failed = { status: 'failed', code: 'VALIDATION_ERROR', error: 'no' } as const;
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...alex, email: `alex${index}@example.com` }));

describe('the next rows', () => {
  it.each<[string, object, number, boolean, readonly number[]]>([
    ['as many as a batch holds', { batch_size: 2 }, 0, false, [1, 2]],
    ['one, while rows are tried alone', { batch_size: 2 }, 3, false, [1]],
    ['all that wait of a cancelled import', { batch_size: 2 }, 3, true, [1, 2, 3]],
  ])('are %s, those without an outcome', async (_which, options, rowsToTry, isCancelled, indexes) => {
    const { begin, deps, store } = createBulkWorld();
    const state = await begin(people(4), options, { rowsToTry });
    store.outcomes.set(`${state.job.jobId}#0`, failed);
    const rows = await nextRows(deps, state, 0, isCancelled);
    expect(rows.map(({ ref }) => ref.index)).toEqual(indexes);
  });

  it('start at the given index, and include the intents of an earlier run', async () => {
    const { begin, deps, store } = createBulkWorld();
    const state = await begin([alex, robin, sam]);
    store.intents.set(`${state.job.jobId}#1`, begun);
    const rows = await nextRows(deps, state, 1, false);
    expect(rows.map(({ ref, intent }) => [ref.index, intent])).toEqual([
      [1, begun],
      [2, null],
    ]);
  });
});

describe('the keys taken before an interruption', () => {
  it('are empty if no row of the import was decided', async () => {
    const { begin, deps } = createBulkWorld();
    const state = await begin([alex]);
    await restoreEarlierKeys(deps, state);
    expect(state.seen.size).toBe(0);
  });

  it('include every row up to the last decided one, pending ones too, with the first row of a key', async () => {
    const { begin, deps, store } = createBulkWorld();
    const state = await begin([alex, malformed, robin, alex, sam]);
    store.outcomes.set(`${state.job.jobId}#3`, failed);
    await restoreEarlierKeys(deps, state);
    expect([...state.seen]).toEqual([
      ['email:alex@example.com', { index: 0, row: 1 }],
      ['email:robin@example.org', { index: 2, row: 3 }],
    ]);
  });

  it('are read one row at a time from rows that may crash the process, and not from a row that crashed too many', async () => {
    const { begin, deps, store, jobs } = createBulkWorld();
    const state = await begin([alex, robin, sam], {}, { rowsToTry: 3 });
    const { jobId } = state.job;
    jobs.openTrials.set(`${jobId}#0`, 4);
    store.outcomes.set(`${jobId}#2`, failed);
    await restoreEarlierKeys(deps, state);
    expect([...state.seen.keys()]).toEqual(['email:robin@example.org', 'email:sam@example.com']);
    expect(jobs.openTrials.size).toBe(0);
  });

  it('are read without a trial from decided rows, and if no rows are tried alone', async () => {
    for (const [rowsToTry, index] of [
      [3, 0],
      [0, 1],
    ] as const) {
      const { begin, deps, store, jobs } = createBulkWorld();
      const state = await begin([alex, robin], {}, { rowsToTry });
      jobs.openTrials.set(`${state.job.jobId}#0`, 4);
      store.outcomes.set(`${state.job.jobId}#${index}`, failed);
      await restoreEarlierKeys(deps, state);
      expect([...state.seen.keys()]).toContain('email:alex@example.com');
    }
  });

  it('exclude in a dry run what a rejected row or one without an outcome would have written', async () => {
    const { begin, deps, store } = createBulkWorld();
    const lead = { ...alex, external_id: 'a1' };
    const state = await begin([lead, { ...robin, external_id: 'r1' }, sam], { dry_run: true });
    const client = { action: 'create', id: null, name: 'Example' } as const;
    const plan = { client, lists: [], note: null, psa_requests: 0, reason: 'refused' };
    store.outcomes.set(`${state.job.jobId}#0`, { ...failed, plan });
    store.outcomes.set(`${state.job.jobId}#2`, failed);
    const dry = asDryRun(deps);
    await restoreEarlierKeys(dry, state);
    expect([dry.dryRun.companies.size, dry.dryRun.externalIds.size]).toEqual([0, 0]);
  });

  it('include in a dry run what its earlier rows would have written', async () => {
    const { begin, deps, store } = createBulkWorld();
    const lead = { ...alex, external_id: 'a1', do_not_contact: true };
    const state = await begin([lead, malformed, sam], { dry_run: true });
    const dry = asDryRun(deps);
    const rows = await nextRows(dry, state, 0, false);
    await importBatch(dry, importBatchOf({ rows: rows.slice(0, 2), countsProgress: true }));
    expect(store.outcomes.size).toBe(2);
    const again = asDryRun(deps);
    await restoreEarlierKeys(again, state);
    expect([...again.dryRun.companies.keys()]).toEqual(['example']);
    expect([...again.dryRun.externalIds.values()]).toMatchObject([
      { source: 'csv', externalId: 'a1', key: 'email:alex@example.com' },
    ]);
    expect([...again.dryRun.optedOut]).toContain('email:alex@example.com');
  });
});

describe('a batch', () => {
  it.each<[string, number, object, boolean]>([
    ['of no more than 20 rows is read live', 20, {}, false],
    ['of more rows may be decided by the mirror', 21, {}, true],
    ['that is to be verified is read live', 21, { verify: true }, false],
  ])('%s', async (_which, count, options, readsMirror) => {
    const { begin, deps } = createBulkWorld();
    const asked: string[] = [];
    const mirror: PsaMirror = {
      maxAgeMs: 1,
      view: async (_session, kind) => {
        asked.push(kind);
        return Promise.resolve(null);
      },
      observeTickets: async () => Promise.resolve(false),
      clientsOf: async () => Promise.resolve(null),
      evict: async () => Promise.resolve(),
      outdate: async () => Promise.resolve(),
    };
    const state = await begin(people(count), options);
    const rows = (await nextRows(deps, state, 0, false)).slice(0, 1);
    const progress = await deps.runs.progress(state.job.jobId);
    await importRows({ ...deps, mirror }, state, rows, progress);
    expect(asked.includes('contacts')).toBe(readsMirror);
  });

  it('continues after a failed row unless it is to stop there', async () => {
    for (const continueOnError of [true, false]) {
      const { begin, deps, outcomesOf } = createBulkWorld();
      const state = await begin([malformed, alex], { continue_on_error: continueOnError });
      const rows = await nextRows(deps, state, 0, false);
      await importRows(deps, state, rows, await deps.runs.progress(state.job.jobId));
      expect(outcomesOf(state)).toEqual(['VALIDATION_ERROR', continueOnError ? 'created' : null]);
    }
  });

  it('counts towards its job, and queries nothing from the PSA in advance', async () => {
    const { begin, deps, psa, store } = createBulkWorld();
    const state = await begin([alex]);
    const rows = await nextRows(deps, state, 0, false);
    await importRows(deps, state, rows, await deps.runs.progress(state.job.jobId));
    expect(store.records).toMatchObject([{ countsProgress: true }]);
    expect(store.records).toHaveLength(1);
    expect(psa.calls.indexOf('findUsers')).toBeLessThan(psa.calls.indexOf('searchClients'));
    expect(psa.calls.slice(0, 2)).toEqual(['findTickets', 'findUsers']);
  });

  it('reports whether one of its rows failed', async () => {
    const { begin, deps } = createBulkWorld();
    const state = await begin([alex, malformed]);
    const rows = await nextRows(deps, state, 0, false);
    const progress = await deps.runs.progress(state.job.jobId);
    expect((await importRows(deps, state, rows.slice(0, 1), progress)).hasFailure).toBe(false);
    expect((await importRows(deps, state, rows.slice(1), progress)).hasFailure).toBe(true);
  });

  it('fails a row whose write got lost three times, and records its opt-out', async () => {
    const { begin, deps, psa, outcomesOf, store } = createBulkWorld();
    const state = await begin([{ ...alex, do_not_contact: true }]);
    const results = [];
    for (let run = 0; run < 3; run += 1) {
      psa.faults.plan('createUsers', 'request_lost', 'request_lost', 'request_lost');
      const rows = await nextRows(deps, state, 0, false);
      const progress = await deps.runs.progress(state.job.jobId);
      results.push((await importRows(deps, state, rows, progress)).hasFailure);
    }
    expect([results, outcomesOf(state)]).toEqual([[false, false, true], ['EXTERNAL_API_ERROR']]);
    expect([...store.optedOut.keys()]).toContain('email:alex@example.com');
    expect(store.errorLog.at(-1)).toMatchObject({ oncePerJob: true });
    expect(store.records.at(-1)).toMatchObject({
      countsProgress: true,
      resumedCreations: [{ jobId: state.job.jobId, index: 0 }],
    });
  });

  it('adds list items that fill a request, and leaves the others for later', async () => {
    const { begin, deps, psa, store } = createBulkWorld();
    psa.addList('Source: CSV');
    const state = await begin([alex]);
    const rows = await nextRows(deps, state, 0, false);
    await importRows(deps, state, rows, await deps.runs.progress(state.job.jobId));
    expect([...store.groups.values()].map((group) => group.state)).toEqual(['planned']);
    expect(psa.ticketsOn('Source: CSV')).toEqual([]);
  });
});

describe('a row that is tried alone', () => {
  async function setUp(lostTrials = 0) {
    const world = createBulkWorld();
    const state = await world.begin([{ ...alex, do_not_contact: true }, robin], {}, { rowsToTry: 2 });
    if (lostTrials > 0) {
      world.jobs.openTrials.set(`${state.job.jobId}#0`, lostTrials);
    }
    const attempt = async () =>
      tryRow(
        world.deps,
        state,
        await nextRows(world.deps, state, 0, false),
        await world.deps.runs.progress(state.job.jobId),
      );
    return { ...world, state, attempt };
  }

  it('gets its outcome, and reduces the number of rows left to try', async () => {
    const { attempt, state, outcomesOf, jobs } = await setUp();
    expect(await attempt()).toMatchObject({ hasFailure: false, decided: [{}] });
    expect(outcomesOf(state)).toEqual(['created', null]);
    expect([state.rowsToTry, jobs.recordOf(state.job.jobId)?.rowsToTry]).toEqual([1, 1]);
    expect(jobs.openTrials.size).toBe(0);
  });

  it('waits while this process tries another one', async () => {
    const { attempt, trials, state } = await setUp();
    trials.enter('job_other');
    await expect(attempt()).rejects.toThrow(TrialLaneBusyError);
    expect(state.rowsToTry).toBe(2);
  });

  it('remains to be tried if its key is busy', async () => {
    const { attempt, state, store } = await setUp();
    await store.claim(['email:alex@example.com'], 1_000);
    expect(await attempt()).toMatchObject({ deferred: [{}] });
    expect(state.rowsToTry).toBe(2);
  });

  it.each([
    [3, 'created', true],
    [4, 'SET_ASIDE', true],
    [6, 'SET_ASIDE', false],
  ])(
    'of which %d processes have ended is %s; whether its opt-out is read: %s',
    async (lost, outcome, isRead) => {
      const { attempt, state, outcomesOf, store, psa } = await setUp(lost);
      const result = await attempt();
      expect(outcomesOf(state)[0]).toBe(outcome);
      expect(result).toMatchObject({ hasFailure: outcome === 'SET_ASIDE' });
      expect(store.optedOut.has('email:alex@example.com')).toBe(isRead);
      expect(psa.writes.length > 0).toBe(outcome === 'created');
      const unread = store.errorLog.filter(({ message }) => message.includes('could not be read'));
      expect(unread).toHaveLength(isRead ? 0 : 1);
    },
  );

  it('that is set aside is read for nothing but its opt-outs, as another end of the process would lose these', async () => {
    const { attempt, state, outcomesOf, store } = await setUp(4);
    const looked = jest.spyOn(store, 'findOptedOut');
    await attempt();
    expect(outcomesOf(state)[0]).toBe('SET_ASIDE');
    expect(store.optedOut.has('email:alex@example.com')).toBe(true);
    expect(looked).not.toHaveBeenCalled();
  });

  it('does nothing if no row is pending', async () => {
    const { deps, state } = await setUp();
    const progress = await deps.runs.progress(state.job.jobId);
    expect(await tryRow(deps, state, [], progress)).toMatchObject({ decided: [], hasFailure: false });
    expect(state.rowsToTry).toBe(2);
  });
});
