import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { completeBatchOptions, completeImportOptions } from '@leadbridge/contracts';
import { testServers } from '@leadbridge/devkit';
import { newId } from '@leadbridge/platform';
import type { JobStore, NewJob, RetryableRows } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { distinctValues } from '../distinct-values.js';
import { jobModel } from './job-model.js';
import { jobRowModel } from './job-row-model.js';
import { createJobStore } from './job-store.js';

let connection: Connection;
let store: JobStore;

beforeAll(async () => {
  connection = await connectMongo(testServers().mongodbUri);
  store = createJobStore(connection);
  await ensureIndexes(connection);
});

afterAll(async () => {
  await connection.close();
});

function newJob(total: number, parentJobId?: string): NewJob<'bulk_import'> {
  return {
    jobId: newId('job'),
    type: 'bulk_import',
    input: { source: 'provider_a', options: completeImportOptions(), batch_options: completeBatchOptions() },
    requestId: 'req_1',
    actor: { id: 'key_1', name: 'a key' },
    total,
    createdAt: new Date().toISOString(),
    ...(parentJobId === undefined ? {} : { parentJobId }),
  };
}

const sentRows = (count: number) => Array.from({ length: count }, (_, index) => ({ index, data: { index } }));

/** A job that has ended, with this many failed rows. */
async function failedJob(count: number): Promise<string> {
  const job = newJob(count);
  await store.createWithRows(job, sentRows(count));
  await end(job.jobId);
  return job.jobId;
}

async function decide(jobId: string, index: number, status: 'succeeded' | 'failed'): Promise<void> {
  await jobRowModel(connection).updateOne({ jobId, index }, { $set: { status } });
}

/** Ends a job whose other rows have failed. */
async function end(jobId: string): Promise<void> {
  await jobRowModel(connection).updateMany({ jobId, status: 'pending' }, { $set: { status: 'failed' } });
  await jobModel(connection).updateOne({ _id: jobId }, { $set: { status: 'completed' } });
}

async function begin(jobId: string, { rows, family }: RetryableRows): Promise<string | null> {
  const retry = newJob(rows.length, jobId);
  return (await store.createRetry(retry, rows, family)) ? retry.jobId : null;
}

async function retry(jobId: string): Promise<string> {
  return (await begin(jobId, await store.retryableRows(jobId))) ?? '';
}

async function indexes(jobId: string): Promise<number[]> {
  return (await store.retryableRows(jobId)).rows.map(({ index }) => index);
}

describe('the rows that a retry runs', () => {
  it('are the failed ones, as they were sent', async () => {
    const jobId = await failedJob(3);
    await decide(jobId, 1, 'succeeded');
    const { rows, failed, family } = await store.retryableRows(jobId);
    expect(rows).toEqual([0, 2].map((index) => ({ index, data: { index } })));
    expect(failed).toBe(2);
    expect(family).toEqual({ jobId, version: 0 });
  });

  it('keep the rows of their file, in a retry of a retry and in its results', async () => {
    const job = newJob(2);
    await store.createWithRows(job, [
      { index: 0, row: 2, data: {} },
      { index: 1, row: 5, data: {} },
    ]);
    await end(job.jobId);
    const retryId = await retry(job.jobId);
    await end(retryId);
    const again = await store.retryableRows(retryId);
    expect(again.rows.map(({ row }) => row)).toEqual([2, 5]);
    const { items } = await store.rows(retryId, { page: 1, limit: 10 });
    expect(items.map(({ index, row }) => [index, row])).toEqual([
      [0, 2],
      [1, 5],
    ]);
  });

  it('exclude those that wait in a retry or were imported by one, but include those that failed again', async () => {
    const jobId = await failedJob(3);
    const first = await retry(jobId);
    expect(await indexes(jobId)).toEqual([]);
    await decide(first, 0, 'succeeded');
    await decide(first, 1, 'failed');
    expect(await indexes(jobId)).toEqual([1]);
    await end(first);
    expect(await indexes(jobId)).toEqual([1, 2]);
    expect(await store.retryableRows(jobId)).toMatchObject({ failed: 3, family: { jobId, version: 1 } });
  });

  it('are the same from every job of a family, whichever is retried', async () => {
    const jobId = await failedJob(4);
    const child = await retry(jobId);
    await decide(child, 0, 'succeeded');
    await end(child);
    const grandchild = await retry(child);
    await decide(grandchild, 1, 'succeeded');
    await end(grandchild);
    const sibling = await retry(jobId);
    await decide(sibling, 2, 'succeeded');
    expect(await indexes(child)).toEqual([]);
    await end(sibling);
    for (const id of [jobId, child, grandchild, sibling]) {
      expect(await indexes(id)).toEqual([3]);
      expect(await store.retryableRows(id)).toMatchObject({ family: { jobId, version: 3 } });
    }
  });

  it('of a commit are those that failed in it, whatever its dry run planned for them', async () => {
    const dryRun = await failedJob(3);
    await jobRowModel(connection).updateMany({ jobId: dryRun, index: { $ne: 2 } }, { status: 'succeeded' });
    const commit = { ...newJob(3, dryRun), parentJobId: dryRun };
    await store.createCommit(commit, sentRows(3));
    await decide(commit.jobId, 0, 'succeeded');
    await end(commit.jobId);
    expect(await indexes(commit.jobId)).toEqual([1, 2]);

    const again = await retry(commit.jobId);
    await decide(again, 1, 'succeeded');
    await end(again);
    expect(await indexes(commit.jobId)).toEqual([2]);
    expect(await store.retryableRows(again)).toMatchObject({ family: { jobId: commit.jobId, version: 1 } });
    // The commit's own work is no retry of the dry run.
    expect(await indexes(dryRun)).toEqual([2]);
  });

  it('stay known to a retry whose first job has expired', async () => {
    const jobId = await failedJob(2);
    const one = await retry(jobId);
    await decide(one, 0, 'succeeded');
    await end(one);
    const two = await retry(jobId);
    await end(two);
    await jobModel(connection).deleteOne({ _id: jobId });
    await jobRowModel(connection).deleteMany({ jobId });
    expect(await indexes(one)).toEqual([1]);
    expect(await indexes(two)).toEqual([1]);
  });

  it('go to one of many concurrent retries, all or none', async () => {
    const jobId = await failedJob(1_500);
    const look = await store.retryableRows(jobId);
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin(jobId, look)));
    const [winner, ...more] = begun.filter((id) => id !== null);
    expect(more).toEqual([]);
    expect(await jobRowModel(connection).countDocuments({ jobId: winner ?? '' })).toBe(1_500);
    expect(await jobModel(connection).countDocuments({ parentJobId: jobId })).toBe(1);
    expect(await jobRowModel(connection).countDocuments({ jobId: { $in: await strangers(jobId) } })).toBe(0);
  });

  it('are stored once if the same retry is stored twice', async () => {
    const jobId = await failedJob(2);
    const { rows, family } = await store.retryableRows(jobId);
    const job = newJob(2, jobId);
    const stored = await Promise.all([0, 1, 2].map(() => store.createRetry(job, rows, family)));
    expect(stored).toEqual([true, true, true]);
    expect(await jobRowModel(connection).countDocuments({ jobId: job.jobId })).toBe(2);
  });
});

/** Ids of rows without a job. */
async function strangers(jobId: string): Promise<string[]> {
  const ids = await distinctValues<string>(jobRowModel(connection), 'jobId', { jobId: { $ne: jobId } });
  const known = new Set(await distinctValues<string>(jobModel(connection), '_id'));
  return ids.filter((id) => !known.has(id) && id !== jobId);
}

describe('storing a job again', () => {
  it('adopts the rows of an earlier call, and keeps them as long as the others', async () => {
    const job = newJob(2_500);
    const early = { ...job, createdAt: '2026-01-31T09:00:00.000Z' };
    await store.createWithRows(early, sentRows(1_200));
    await jobModel(connection).deleteOne({ _id: job.jobId });
    await store.createWithRows(job, sentRows(2_500));
    expect(await store.find(job.jobId)).toMatchObject({ progress: { total: 2_500 } });
    const { jobId, createdAt } = job;
    const kept = await jobRowModel(connection).countDocuments({ jobId, createdAt: new Date(createdAt) });
    expect(kept).toBe(2_500);
  });

  it("leaves the first one unchanged, including its rows' outcomes, and stores others in the same call", async () => {
    const job = newJob(2);
    await store.createWithRows(job, sentRows(2));
    await decide(job.jobId, 0, 'succeeded');
    await jobModel(connection).updateOne({ _id: job.jobId }, { $set: { status: 'active' } });
    const beside = [newJob(1), newJob(1), newJob(1)];
    await Promise.all([
      store.create(beside[0] ?? job),
      store.createWithRows(job, sentRows(2)),
      store.create(job),
      ...beside.slice(1).map((other) => store.create(other)),
    ]);
    expect(await store.find(job.jobId)).toMatchObject({ status: 'active' });
    expect((await store.rows(job.jobId, { status: 'succeeded', page: 1, limit: 10 })).total).toBe(1);
    for (const { jobId } of beside) {
      expect(await store.find(jobId)).not.toBeNull();
    }
  });
});
