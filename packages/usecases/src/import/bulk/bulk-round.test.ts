import { describe, expect, it } from '@jest/globals';

import type { ImportSettings } from '../batch.js';
import type { ImportIntent } from '../../ports/import-store.js';
import { batchesUnderWay, importRound, untried } from './bulk-round.js';
import { asDryRun } from '../dry-run/as-dry-run.js';
import { createBulkWorld } from '../testing/bulk-world.js';
import { alex, robin } from '../testing/import-rows.js';

const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z', stood: [] };
const sam = { ...alex, email: 'sam@example.com' };
const malformed = { email: 'no address', company: 'Example' };
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...alex, email: `alex${index}@example.com` }));

describe('a round of a bulk import', () => {
  it('processes all pending rows, so that the next one finds none', async () => {
    const { begin, deps, outcomesOf } = createBulkWorld();
    const state = await begin([alex, malformed, robin], { batch_size: 2 });
    expect(await importRound(deps, state)).toEqual({ kind: 'again', decided: 3 });
    expect(outcomesOf(state)).toEqual(['created', 'VALIDATION_ERROR', 'created']);
    expect(await importRound(deps, state)).toEqual({ kind: 'ended', status: 'completed' });
  });

  it('saves its measured pace', async () => {
    const { begin, deps, jobs } = createBulkWorld();
    const state = await begin([alex]);
    await importRound(deps, state);
    expect(jobs.recordOf(state.job.jobId)?.pace).toMatchObject({ millisecondsPerRow: 0 });
  });

  it('leaves rows with busy keys to the next round', async () => {
    const { begin, deps, store, outcomesOf } = createBulkWorld();
    const state = await begin([alex, robin, ...people(3)], { batch_size: 1 });
    const claims = await store.claim(['email:alex@example.com'], 1_000);
    expect(await importRound(deps, state)).toEqual({ kind: 'again', decided: 4 });
    expect(outcomesOf(state)).toEqual([null, 'created', 'created', 'created', 'created']);
    await store.releaseClaims(claims);
    expect(await importRound(deps, state)).toEqual({ kind: 'again', decided: 1 });
  });

  it.each([
    ['name', [null, 'created', 'created'], 2],
    ['domain', [null, null, null], 0],
  ] as const)(
    'with companies matched by %s: what a killed worker has begun is finished first where others depend on it',
    async (companyMatching, outcomes, decided) => {
      const { begin, deps, store, outcomesOf } = createBulkWorld({ settings: { companyMatching } });
      const state = await begin([alex, robin, sam], { batch_size: 1 });
      store.intents.set(`${state.job.jobId}#0`, begun);
      const ofKilled = await store.claim(['email:alex@example.com'], 1_000);
      expect(await importRound(deps, state)).toEqual({ kind: 'again', decided });
      expect(outcomesOf(state)).toEqual(outcomes);
      await store.releaseClaims(ofKilled);
      expect(await importRound(deps, state)).toEqual({ kind: 'again', decided: 3 - decided });
    },
  );

  it('ends with the error of a batch, after concurrent batches have ended', async () => {
    const { begin, deps, psa, outcomesOf } = createBulkWorld();
    const state = await begin(people(4), { batch_size: 1 });
    psa.faults.plan('createTickets', 'away');
    await expect(importRound(deps, state)).rejects.toThrow('The PSA is away');
    expect(outcomesOf(state).slice(0, 2).toSorted()).toEqual(['created', null]);
    expect(outcomesOf(state).slice(2)).toEqual([null, null]);
  });

  it('starts no new batch on shutdown', async () => {
    let stops = false;
    const { begin, deps, clock, outcomesOf } = createBulkWorld({ isStopping: () => stops });
    const state = await begin(people(3), { batch_size: 1 });
    const { claim } = deps.store;
    deps.store.claim = async (...given) => {
      stops = true;
      return await claim(...given);
    };
    expect(await importRound(deps, state)).toEqual({ kind: 'paced', until: clock.now() });
    expect(outcomesOf(state)).toEqual(['created', null, null]);
  });
});

describe('the number of concurrent batches', () => {
  it.each<
    [
      string,
      object,
      {
        rowsAtOnce?: number;
        callsPerWindow?: number;
        windowMs?: number;
        rowsToTry?: number;
        isDry?: boolean;
        settings?: Partial<ImportSettings>;
      },
      number,
    ]
  >([
    ['two at a time', {}, {}, batchesUnderWay],
    ['one if it stops at the first failure', { continue_on_error: false }, {}, 1],
    ['one if it has a rate limit', { rate_limit: 1_000 }, {}, 1],
    ['one of a dry run, whose batches find what those before would have written', {}, { isDry: true }, 1],
    [
      'one if the client of a lead is found by those before',
      {},
      { settings: { companyMatching: 'domain' } },
      1,
    ],
    [
      'one if a batch had to be narrowed',
      { batch_size: 2 },
      { rowsAtOnce: 1, callsPerWindow: 1, windowMs: 60_000 },
      1,
    ],
    ['one while rows are tried alone', {}, { rowsToTry: 9 }, 1],
  ])('is %s', async (_how, options, { rowsToTry = 0, isDry = false, settings = {}, ...given }, most) => {
    const { begin, deps } = createBulkWorld({ settings });
    const state = await begin(people(5), { batch_size: 1, ...options }, { rowsToTry, ...given });
    const now = { underWay: 0, most: 0 };
    const its = isDry ? asDryRun(deps) : deps;
    const { claim, releaseClaims } = its.store;
    const isOfLeads = (keys: Iterable<string>): boolean => [...keys].some((key) => key.startsWith('email:'));
    const store = {
      ...its.store,
      claim: async (...asked: Parameters<typeof claim>) => {
        now.underWay += isOfLeads(asked[0]) ? 1 : 0;
        now.most = Math.max(now.most, now.underWay);
        return await claim(...asked);
      },
      releaseClaims: async (...asked: Parameters<typeof releaseClaims>) => {
        await releaseClaims(...asked);
        now.underWay -= isOfLeads(asked[0].held) ? 1 : 0;
      },
    };
    await importRound({ ...its, store, psa: isDry ? its.psa : state.meter.psa }, state);
    expect(now.most).toBe(most);
  });
});

describe('a cancelled import', () => {
  it('completes only the rows that were begun', async () => {
    const { begin, deps, store, jobs, outcomesOf } = createBulkWorld();
    const state = await begin([alex, robin, sam], { batch_size: 1 });
    store.intents.set(`${state.job.jobId}#1`, begun);
    jobs.requestCancel(state.job.jobId);
    expect(await importRound(deps, state)).toEqual({ kind: 'again', decided: 1 });
    expect(outcomesOf(state)).toEqual([null, 'created', null]);
    expect(await importRound(deps, state)).toEqual({ kind: 'ended', status: 'cancelled' });
  });

  it('completes them one at a time if they are tried alone', async () => {
    const { begin, deps, store, jobs, outcomesOf } = createBulkWorld();
    const state = await begin([alex, robin, sam], {}, { rowsToTry: 3 });
    [0, 2].forEach((index) => store.intents.set(`${state.job.jobId}#${index}`, begun));
    jobs.requestCancel(state.job.jobId);
    expect(await importRound(deps, state)).toEqual({ kind: 'again', decided: 2 });
    expect(outcomesOf(state)).toEqual(['created', null, 'created']);
  });
});

describe('an import that stops at the first failure', () => {
  it('fails the remaining rows as not processed, and records their opt-outs', async () => {
    const { begin, deps, outcomesOf, store } = createBulkWorld();
    const leads = [alex, malformed, { ...robin, do_not_contact: true }];
    const state = await begin(leads, { continue_on_error: false, batch_size: 2 });
    expect(await importRound(deps, state)).toEqual({ kind: 'ended', status: 'completed' });
    expect(outcomesOf(state)).toEqual(['created', 'VALIDATION_ERROR', 'NOT_PROCESSED']);
    expect(store.optedOut.has('email:robin@example.org')).toBe(true);
  });

  it('continues from batch to batch until then', async () => {
    const { begin, deps } = createBulkWorld();
    const state = await begin(people(3), { continue_on_error: false, batch_size: 1 });
    expect(await importRound(deps, state)).toEqual({ kind: 'again', decided: 3 });
  });

  it('records those opt-outs together, because none of its rows has crashed a process', async () => {
    const { begin, deps, store, jobs } = createBulkWorld();
    const leads = [malformed, { ...robin, do_not_contact: true }];
    const state = await begin(leads, { continue_on_error: false, batch_size: 1 });
    jobs.openTrials.set(`${state.job.jobId}#1`, 6);
    await importRound(deps, state);
    expect(store.optedOut.has('email:robin@example.org')).toBe(true);
  });

  it('does not process rows after one that has to be retried', async () => {
    const { begin, deps, store, outcomesOf } = createBulkWorld();
    const state = await begin([alex, robin], { continue_on_error: false, batch_size: 1 });
    await store.claim(['email:alex@example.com'], 1_000);
    expect(await importRound(deps, state)).toEqual({ kind: 'again', decided: 0 });
    expect(outcomesOf(state)).toEqual([null, null]);
  });
});

describe('the rate limit of an import', () => {
  it('delays the next batch according to the number of its leads', async () => {
    const { begin, deps, clock, outcomesOf } = createBulkWorld();
    const state = await begin(people(5), { rate_limit: 2 });
    expect(await importRound(deps, state)).toEqual({ kind: 'paced', until: clock.now() + 60_000 });
    expect(outcomesOf(state).filter((outcome) => outcome !== null)).toHaveLength(2);
  });

  it('causes no wait after the last row', async () => {
    const { begin, deps } = createBulkWorld();
    const state = await begin(people(2), { rate_limit: 2 });
    expect(await importRound(deps, state)).toEqual({ kind: 'again', decided: 2 });
  });
});

it('marks rows that were never started as untried, with the time', () => {
  const { deps } = createBulkWorld();
  expect(untried(deps)).toEqual({ at: '2026-01-31T09:00:00.000Z', tried: false });
});
