import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';
import { decideListed } from '@leadbridge/domain';

import { StaleClaimError } from '../ports/import-store.js';
import type { ListedBatch } from '../ports/opt-out-list.js';
import { createManualClock } from '../testing/manual-clock.js';
import { createMemoryImportStore } from '../testing/memory-import-store.js';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import { runOptOutList, type OptOutListDependencies } from './run-opt-out-list.js';

const emails = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ data: { email: `ada.${index}@example.com` } }));

/** @param failure of a batch, if it fails */
function setUp(
  rows: readonly { readonly data: unknown }[],
  {
    isDryRun = false,
    failure = () => null as Error | null,
    isStopping = (): boolean => false,
    written = async (): Promise<void> => Promise.resolve(),
  } = {},
) {
  const store = createMemoryImportStore();
  const jobs = createMemoryJobs(store);
  const jobId = jobs.add('opt_out_list', { dry_run: isDryRun }, { rows });
  const batches: ListedBatch[] = [];
  const sizes: number[] = [];
  const deps: OptOutListDependencies = {
    ...jobs,
    store,
    settings: () => ({ sources: [], defaultCountry: 'US' }),
    clock: createManualClock(),
    isStopping,
    lists: {
      async take(batch) {
        sizes.push(batch.rows.length);
        const fault = failure();
        if (fault !== null) {
          throw fault;
        }
        await written();
        batches.push(batch);
        const read = batch.rows.flatMap((row) => ('request' in row ? [row.request.keys] : []));
        for (const { index } of batch.rows) {
          const outcome = { status: 'failed', code: 'X', error: 'x' } as const;
          store.outcomes.set(`${batch.jobId}#${index}`, outcome);
        }
        return await Promise.resolve(decideListed(read, new Map()));
      },
      counts: async () => Promise.resolve({ added: 1, known: 2 }),
    },
  };
  const run = async (lastAttempt = false) => runOptOutList(deps, { jobId, lastAttempt });
  return { jobs, jobId, batches, sizes, run };
}

const indexesOf = (batches: readonly ListedBatch[]): number[] =>
  batches.flatMap(({ rows }) => rows.map(({ index }) => index));

describe('a list of opt-outs', () => {
  it('is taken in batches, each row once and in order, and ends with its counts', async () => {
    const { run, batches, jobs, jobId } = setUp(emails(600));
    expect(await run()).toEqual({ done: true });
    expect(indexesOf(batches)).toEqual(Array.from({ length: 600 }, (_, index) => index));
    expect(batches.length).toBeGreaterThan(1);
    expect(jobs.ends.get(jobId)).toMatchObject({
      status: 'completed',
      result: { total: 600, added: 1, known: 2, dryRun: false },
    });
  });

  it('is read on while a batch is written, a few rows at a time, so that the database need not wait', async () => {
    let read = 0;
    const rows = Array.from({ length: 900 }, (_, index) => ({
      data: {
        get email() {
          read += 1;
          return `ada.${index}@example.com`;
        },
      },
    }));
    const readMeanwhile: number[] = [];
    const { run } = setUp(rows, {
      written: async () => {
        const before = read;
        await setImmediate();
        await setImmediate();
        readMeanwhile.push(read - before);
      },
    });
    await run();
    const [ofSecondBatch = 0] = readMeanwhile;
    expect(ofSecondBatch).toBeGreaterThan(0);
    expect(ofSecondBatch).toBeLessThan(50);
    expect(read).toBe(900);
  });

  it('is taken in smaller parts if a batch fails, because a busy database may be too slow for it', async () => {
    let failures = 2;
    const { run, batches, sizes } = setUp(emails(200), {
      failure: () => (failures-- > 0 ? new Error('too slow') : null),
    });
    expect(await run()).toEqual({ done: true });
    expect(sizes).toEqual([200, 100, 50, 50, 100]);
    expect(indexesOf(batches)).toEqual(Array.from({ length: 200 }, (_, index) => index));
  });

  it('fails if a few rows fail too, and is left to another worker that has taken it over', async () => {
    const broken = setUp(emails(200), { failure: () => new Error('away') });
    await expect(broken.run()).rejects.toThrow('away');
    const stale = setUp(emails(200), { failure: () => new StaleClaimError('taken over') });
    expect(await stale.run()).toMatchObject({ done: false });
    expect(stale.sizes).toEqual([200]);
  });

  it('remembers in a dry run the people of its earlier rows, also those of an earlier run', async () => {
    let isStopping = false;
    const world = setUp(emails(600), {
      isDryRun: true,
      isStopping: () => isStopping,
      failure: () => {
        isStopping = true;
        return null;
      },
    });
    expect(await world.run()).toMatchObject({ done: false });
    isStopping = false;
    expect(await world.run()).toMatchObject({ done: false });
    const [first, second] = world.batches;
    expect(second?.remembered?.size).toBe((first?.rows.length ?? 0) + (second?.rows.length ?? 0));
  });

  it('gives up its remaining rows after the last attempt', async () => {
    const { run, jobs, jobId } = setUp(emails(3), { failure: () => new Error('away') });
    await expect(run(true)).rejects.toThrow('away');
    expect(jobs.ends.get(jobId)).toMatchObject({ status: 'failed' });
  });
});
