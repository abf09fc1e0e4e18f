import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { completeBatchOptions, completeImportOptions } from '@leadbridge/contracts';
import { testServers } from '@leadbridge/devkit';
import { newId } from '@leadbridge/platform';
import { StaleClaimError, type JobRuns } from '@leadbridge/usecases';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createImportJobs } from '../import/import-jobs.js';
import { createJobRuns } from './job-runs.js';
import { createJobStore } from './job-store.js';

let mongo: Awaited<ReturnType<typeof connectMongo>>;
let jobId: string;

const createdAt = '2026-11-21T10:00:00.000Z';
const [first, second] = ['2026-11-21T10:00:01.000Z', '2026-11-21T10:00:02.000Z'] as const;

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
  createJobStore(mongo);
  createImportJobs(mongo);
  await ensureIndexes(mongo);
});

afterAll(async () => {
  await mongo.close();
});

beforeEach(async () => {
  jobId = newId('job');
  await createJobStore(mongo).createWithRows(
    {
      jobId,
      type: 'bulk_import',
      input: {
        source: 'csv',
        options: completeImportOptions(),
        batch_options: completeBatchOptions(),
      },
      requestId: 'req_test',
      actor: { id: 'key_test', name: 'test' },
      total: 2,
      createdAt,
    },
    [0, 1].map((index) => ({ index, data: {} })),
  );
});

const ended = { status: 'completed', result: null, error: null, at: second } as const;
const failed = { status: 'failed', error: 'Failed', code: 'INTERNAL_ERROR' } as const;

describe('a run of a job', () => {
  it('keeps the first start, and is the latest until another begins or the job ends', async () => {
    const runs = createJobRuns(mongo);
    const [one] = await runs.begin([jobId, 'job_missing'], first);
    expect(one).toMatchObject({ jobId, status: 'active', startedAt: first });
    const [other] = await runs.begin([jobId], second);
    expect(other).toMatchObject({ jobId, status: 'active', startedAt: first });
    expect(await createJobStore(mongo).find(jobId)).toMatchObject({ status: 'active', startedAt: first });
    const isLatest = async () => Promise.all([one, other].map(async (job) => job && runs.isLatest(job.run)));
    expect(await isLatest()).toEqual([false, true]);
    await runs.finish({ jobId, ...ended });
    expect(await isLatest()).toEqual([false, false]);
    expect(await runs.begin([jobId], second)).toEqual([]);
  });

  it('begins no job of a type that only a later release knows', async () => {
    const later = '2026-11-22T00:00:00.000Z';
    const ids = async () => (await createJobRuns(mongo).unfinished(later, 100)).map((job) => job.jobId);
    expect(await ids()).toContain(jobId);
    await mongo
      .collection<{ _id: string }>('jobs')
      .updateOne({ _id: jobId }, { $set: { type: 'lead_merge' } });
    expect(await ids()).not.toContain(jobId);
  });

  it('counts as lost if its process ended in the middle, until the job makes progress', async () => {
    const lostRuns = async (runs: JobRuns) => (await runs.begin([jobId], first)).map((job) => job.lostRuns);
    const [one, two, three] = [createJobRuns(mongo), createJobRuns(mongo), createJobRuns(mongo)];
    expect(await lostRuns(one)).toEqual([0]);
    expect(await lostRuns(one)).toEqual([0]);
    expect(await lostRuns(two)).toEqual([1]);
    await two.putBack(jobId, null);
    expect(await lostRuns(three)).toEqual([1]);
    expect(await lostRuns(one)).toEqual([2]);
    await mongo
      .collection<{ _id: string }>('jobs')
      .updateOne({ _id: jobId }, { $inc: { 'progress.processed': 1 } });
    expect(await lostRuns(two)).toEqual([1]);
    await mongo
      .collection<{ _id: string }>('jobs')
      .updateOne({ _id: jobId }, { $inc: { 'progress.processed': 1 } });
    await two.putBack(jobId, { reason: 'psa_budget', until: second });
    expect(await lostRuns(three)).toEqual([0]);
  });

  it('counts the unfinished attempts of a row', async () => {
    const runs = createJobRuns(mongo);
    const trial = async (index: number) => {
      const [job] = await runs.begin([jobId], first);
      return { run: job?.run ?? { jobId, token: '' }, lost: job && (await runs.beginTrial(job.run, index)) };
    };
    expect((await trial(1)).lost).toBe(0);
    const { run, lost } = await trial(1);
    expect(lost).toBe(1);
    await runs.endTrial(run, 1);
    expect((await trial(1)).lost).toBe(1);
    await expect(runs.beginTrial(run, 1)).rejects.toThrow(StaleClaimError);
    expect((await trial(0)).lost).toBe(0);
    expect((await trial(1)).lost).toBe(2);
  });

  it('fails the rows of a job only if no other run has begun since', async () => {
    const runs = createJobRuns(mongo);
    const rows = createImportJobs(mongo);
    const giveUp = async (job: Awaited<ReturnType<typeof runs.begin>>[number] | undefined) =>
      rows.failPendingRows(jobId, failed, { at: second, tried: false }, job?.run);
    const [one] = await runs.begin([jobId], first);
    const [other] = await runs.begin([jobId], second);
    await expect(giveUp(one)).rejects.toThrow(StaleClaimError);
    expect(await rows.pendingRows(jobId, 0, 10)).toHaveLength(2);
    expect(await giveUp(other)).toBe(2);
  });
});
