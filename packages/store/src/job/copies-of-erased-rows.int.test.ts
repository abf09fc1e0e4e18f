import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completeBatchOptions,
  completeImportOptions,
  erasedCode,
  unfinishedJobStatuses,
} from '@leadbridge/contracts';
import { testServers } from '@leadbridge/devkit';
import { newId } from '@leadbridge/platform';
import type { JobStore, NewJob } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createErasedPersons, rememberErased } from '../erasure/erased-keys.js';
import { createOpenWork } from '../erasure/open-work.js';
import { jobModel, type JobDocument } from './job-model.js';
import { jobRowModel } from './job-row-model.js';
import { createJobRuns } from './job-runs.js';
import { createJobStore } from './job-store.js';

const acceptedAt = '2026-01-31T09:00:00.000Z';
const laterAt = '2026-01-31T10:00:00.000Z';
const sent = [0, 1, 2].map((index) => ({ index, data: { index } }));

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

function newJob(parentJobId?: string): NewJob<'bulk_import'> {
  return {
    jobId: newId('job'),
    type: 'bulk_import',
    input: { source: 'csv', options: completeImportOptions(), batch_options: completeBatchOptions() },
    ...{ requestId: 'req_1', actor: { id: 'key_1', name: 'a key' }, total: sent.length },
    createdAt: parentJobId === undefined ? acceptedAt : laterAt,
    ...(parentJobId === undefined ? {} : { parentJobId }),
  };
}

async function endedJob(): Promise<string> {
  const { jobId } = newJob();
  await store.createWithRows({ ...newJob(), jobId }, sent);
  await jobRowModel(connection).updateMany({ jobId }, { $set: { status: 'failed', result: 'X' } });
  await jobModel(connection).updateOne({ _id: jobId }, { $set: { status: 'completed' } });
  return jobId;
}

async function erase(jobId: string, indexes: readonly number[]): Promise<void> {
  await jobRowModel(connection).updateMany(
    { jobId, index: { $in: [...indexes] } },
    { $set: { data: null, result: erasedCode } },
  );
}

const commit = (parentJobId: string) => ({ ...newJob(parentJobId), parentJobId });
const find = async (jobId: string) =>
  jobModel(connection)
    .findOne({ _id: { $eq: jobId } })
    .lean<JobDocument>();

describe('rows that were read for another job and erased before it is stored', () => {
  it('are not retried', async () => {
    const parentId = await endedJob();
    const { rows, family } = await store.retryableRows(parentId);
    await erase(parentId, [1]);
    const retry = newJob(parentId);
    expect(await store.createRetry(retry, rows, family)).toBe(false);
    expect(await find(retry.jobId)).toBeNull();
    const again = await store.retryableRows(parentId);
    expect(await store.createRetry(retry, again.rows, again.family)).toBe(true);
    expect(await jobRowModel(connection).countDocuments({ jobId: retry.jobId })).toBe(2);
  });

  it.each<[string, readonly number[], readonly number[] | null]>([
    ['without them', [0], [1, 2]],
    ['not at all where nothing is left', [0, 1, 2], null],
  ])('are committed %s', async (_how, erased, left) => {
    const parentId = await endedJob();
    const rows = await store.plannedRows(parentId);
    await erase(parentId, erased);
    const job = commit(parentId);
    expect(await store.createCommit(job, rows)).toBe(left === null ? null : job.jobId);
    const copies = await jobRowModel(connection).find({ jobId: job.jobId }).sort({ index: 1 }).lean();
    expect(copies.map(({ index }) => index)).toEqual(left ?? []);
    expect((await find(job.jobId))?.progress.total).toBe(left?.length);
    expect((await find(parentId))?.committedBy).toBe(left === null ? undefined : job.jobId);
  });

  it('make the one wait for the other where they are erased in the same moment', async () => {
    const parentId = await endedJob();
    const rows = await store.plannedRows(parentId);
    const job = commit(parentId);
    const ended = connection.transaction(async (session) => {
      await jobRowModel(connection).updateMany(
        { jobId: parentId },
        { $set: { data: null, result: erasedCode } },
        { session },
      );
      await jobModel(connection).updateOne({ _id: parentId }, { $inc: { rowsVersion: 1 } }, { session });
      const committed = store.createCommit(job, rows);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { committed };
    });
    // Once the transaction has ended, the commit reads again what it copies.
    expect(await (await ended).committed).toBeNull();
    expect(await jobRowModel(connection).countDocuments({ jobId: job.jobId })).toBe(0);
  });
});

describe('a job with the data of another one', () => {
  it('is as old as that data for an erasure, through all copies', async () => {
    const parentId = await endedJob();
    const job = commit(parentId);
    await store.createCommit(job, await store.plannedRows(parentId));
    expect((await store.find(job.jobId))?.dataFrom).toBe(acceptedAt);
    const openJobs = async (until: string): Promise<ReadonlySet<string>> => {
      const found = new Set<string>();
      for await (const { jobId } of createOpenWork(connection).openRows(until)) {
        found.add(jobId);
      }
      return found;
    };
    expect((await openJobs(acceptedAt)).has(job.jobId)).toBe(true);
    expect((await openJobs('2026-01-31T08:59:59.000Z')).has(job.jobId)).toBe(false);

    await jobRowModel(connection).updateMany({ jobId: job.jobId }, { $set: { status: 'failed' } });
    const { rows, family } = await store.retryableRows(job.jobId);
    const retry = newJob(job.jobId);
    await store.createRetry(retry, rows, family);
    expect((await store.find(retry.jobId))?.dataFrom).toBe(acceptedAt);
  });

  it('that is single keeps no data once it is refused for the erasure', async () => {
    const { jobId } = newJob();
    await store.create({
      ...{ jobId, type: 'lead_import', requestId: 'req_1', actor: { id: 'key_1', name: 'a key' } },
      ...{ total: 1, createdAt: laterAt, dataFrom: acceptedAt },
      input: { source: 'csv', options: completeImportOptions(), data: { email: 'alex@example.com' } },
    });
    await createJobRuns(connection).finish({
      ...{ jobId, at: laterAt, status: 'failed', result: null },
      error: { code: 'VALIDATION_ERROR', message: 'Erased', details: { reason: erasedCode } },
    });
    const stored = await find(jobId);
    expect(unfinishedJobStatuses).not.toContain(stored?.status);
    expect(JSON.stringify(stored)).not.toContain('alex');
  });
});

describe('the keys of erased people', () => {
  const email = { kind: 'email', value: 'alex@example.com' } as const;

  it('are kept as hashes, with the time of the latest erasure', async () => {
    const persons = createErasedPersons(connection);
    expect((await persons.findErased([email])).size).toBe(0);
    await rememberErased(connection, [email], laterAt);
    await rememberErased(connection, [email], acceptedAt);
    const found = await persons.findErased([email, { kind: 'email', value: 'robin@example.com' }]);
    expect([...found]).toEqual([['email:alex@example.com', Date.parse(laterAt)]]);
    expect(JSON.stringify(await connection.collection('erased_keys').find().toArray())).not.toContain('alex');
  });

  it('are awaited from the request of an erasure until they are stored', async () => {
    const persons = createErasedPersons(connection);
    const job: NewJob<'erasure'> = { ...newJob(), type: 'erasure', input: { lead_id: 1 }, total: 1 };
    await store.create(job);
    const requested = Date.parse(job.createdAt);
    expect(await persons.isErasureComing(requested)).toBe(true);
    expect(await persons.isErasureComing(requested + 1)).toBe(false);
    await connection.collection<{ _id: string }>('erasures').insertOne({ _id: job.jobId });
    expect(await persons.isErasureComing(requested)).toBe(false);
  });
});
