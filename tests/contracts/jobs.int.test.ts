import { describe, expect, it } from '@jest/globals';
import { completeBatchOptions, completeImportOptions } from '@leadbridge/contracts';
import { newId } from '@leadbridge/platform';
import { createImportJobs, createJobRuns, createJobStore } from '@leadbridge/store';
import { StaleClaimError } from '@leadbridge/usecases';

import { createMemoryImportStore } from '../../packages/usecases/src/testing/memory-import-store.js';
import { createMemoryJobs } from '../../packages/usecases/src/testing/memory-jobs.js';
import { twins } from '../support/twins.js';

const [first, second] = ['2026-01-31T09:00:00.000Z', '2026-01-31T09:00:01.000Z'] as const;
const input = { source: 'csv', options: completeImportOptions(), batch_options: completeBatchOptions() };

const stores = twins(
  () => {
    const jobs = createMemoryJobs(createMemoryImportStore());
    return {
      ...{
        runs: jobs.runs,
        rows: jobs.importJobs,
        requestCancel: async (id: string) => Promise.resolve(jobs.requestCancel(id)),
      },
      async add(count: number) {
        const rows = Array.from({ length: count }, (_, index) => ({ data: { number: index } }));
        return Promise.resolve(jobs.add('bulk_import', input, { jobId: newId('job'), rows }));
      },
    };
  },
  (connection) => {
    const jobs = createJobStore(connection);
    return {
      ...{ runs: createJobRuns(connection), rows: createImportJobs(connection) },
      requestCancel: async (id: string) => void (await jobs.requestCancel(id)),
      async add(count: number) {
        const jobId = newId('job');
        const actor = { id: 'key_1', name: 'Example' };
        await jobs.createWithRows(
          { jobId, type: 'bulk_import', input, requestId: 'req_1', actor, total: count, createdAt: first },
          Array.from({ length: count }, (_, index) => ({ index, data: { number: index } })),
        );
        return jobId;
      },
    };
  },
);

const failed = { status: 'failed', error: 'Failed', code: 'INTERNAL_ERROR' } as const;

describe.each(stores)('the contract of jobs and their rows, $name', ({ open }) => {
  const begun = async ({ runs }: ReturnType<typeof open>, jobId: string, at: string) => {
    const [job] = await runs.begin([jobId, 'job_missing'], at);
    return job?.run ?? { jobId, token: 'none' };
  };
  const ended = { status: 'completed', result: null, error: null, at: second } as const;

  it('has one latest run, keeps its first start, and none once it has ended', async () => {
    const store = open();
    const jobId = await store.add(1);
    const one = await begun(store, jobId, first);
    const [again] = await store.runs.begin([jobId], second);
    expect(again).toMatchObject({ jobId, status: 'active', startedAt: first });
    expect(await store.runs.isLatest(one)).toBe(false);
    expect(await store.runs.isLatest(again?.run ?? one)).toBe(true);
    await store.runs.finish({ jobId, ...ended });
    expect(await store.runs.isLatest(again?.run ?? one)).toBe(false);
    expect(await store.runs.begin([jobId], second)).toEqual([]);
  });

  it('lists the rows without an outcome from an index on, in their order', async () => {
    const store = open();
    const jobId = await store.add(4);
    const pending = await store.rows.pendingRows(jobId, 1, 2);
    expect(pending).toEqual(
      [1, 2].map((index) => ({
        index,
        row: index + 1,
        data: { number: index },
        intent: null,
        planned: null,
      })),
    );
    expect(await store.rows.lastDecided(jobId)).toBeNull();
  });

  it('fails what is pending for the latest run alone, and counts it', async () => {
    const store = open();
    const jobId = await store.add(3);
    const one = await begun(store, jobId, first);
    const other = await begun(store, jobId, second);
    const giveUp = async (run: typeof one) =>
      store.rows.failPendingRows(jobId, failed, { at: second, tried: true }, run);
    await expect(giveUp(one)).rejects.toThrow(StaleClaimError);
    expect(await store.rows.pendingRows(jobId, 0, 10)).toHaveLength(3);
    expect(await giveUp(other)).toBe(3);
    expect(await store.rows.pendingRows(jobId, 0, 10)).toEqual([]);
    expect(await store.rows.lastDecided(jobId)).toBe(2);
    expect(await store.runs.progress(jobId)).toEqual({ total: 3, processed: 3, successful: 0, failed: 3 });
  });

  it('yields the rows before an index', async () => {
    const store = open();
    const jobId = await store.add(3);
    const earlier = [];
    for await (const row of store.rows.rowsBefore(jobId, 2)) {
      earlier.push([row.index, row.isPending, row.plan]);
    }
    expect(earlier).toEqual([
      [0, true, null],
      [1, true, null],
    ]);
  });

  it('counts the trials of a row that did not end, and refuses those of an earlier run', async () => {
    const store = open();
    const jobId = await store.add(2);
    const one = await begun(store, jobId, first);
    expect(await store.runs.beginTrial(one, 1)).toBe(0);
    const other = await begun(store, jobId, second);
    expect(await store.runs.beginTrial(other, 1)).toBe(1);
    await expect(store.runs.beginTrial(one, 1)).rejects.toThrow(StaleClaimError);
    await store.runs.endTrial(other, 1);
    expect(await store.runs.beginTrial(other, 0)).toBe(0);
  });

  it('is told of a cancellation', async () => {
    const store = open();
    const jobId = await store.add(1);
    expect(await store.runs.isCancelRequested(jobId)).toBe(false);
    await store.requestCancel(jobId);
    expect(await store.runs.isCancelRequested(jobId)).toBe(true);
  });
});
