import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

const day = 24 * 3_600_000;

let harness: ImportHarness;

beforeEach(async () => {
  harness = await openImportHarness();
});

afterEach(async () => {
  await harness.close();
});

const jobs = () => harness.mongo.collection<{ _id: string; finishedAt: Date; createdAt: Date }>('jobs');
const rows = () => harness.mongo.collection<{ jobId: string; createdAt: Date }>('job_rows');

/** An import that was accepted this long ago. */
async function bulkJobSince(age: number): Promise<string> {
  const jobId = await harness.bulkJob([flatLead(1), flatLead(2)]);
  const createdAt = new Date(Date.now() - age);
  await jobs().updateOne({ _id: jobId }, { $set: { createdAt } });
  await rows().updateMany({ jobId }, { $set: { createdAt } });
  return jobId;
}

/** When MongoDB removes the job and each of its rows (Unix milliseconds), by the existing indexes. */
async function removals(jobId: string): Promise<{ job: number; rows: number[] }> {
  const keptFor = async (collection: string, field: string): Promise<number> => {
    const indexes = await harness.mongo.collection(collection).indexes();
    const index = indexes.find(
      ({ key, expireAfterSeconds }) => field in key && expireAfterSeconds !== undefined,
    );
    return (index?.expireAfterSeconds ?? Number.NaN) * 1_000;
  };
  const job = await jobs().findOne({ _id: jobId });
  const ofJob = await rows().find({ jobId }).toArray();
  const rowsKeptFor = await keptFor('job_rows', 'createdAt');
  return {
    job: (job?.finishedAt.getTime() ?? Number.NaN) + (await keptFor('jobs', 'finishedAt')),
    rows: ofJob.map(({ createdAt }) => createdAt.getTime() + rowsKeptFor),
  };
}

async function expectRowsToOutliveJob(jobId: string): Promise<void> {
  const removed = await removals(jobId);
  expect(removed.rows).toHaveLength(2);
  expect(Math.min(...removed.rows)).toBeGreaterThanOrEqual(removed.job);
}

describe('the rows of a bulk import are kept as long as its job', () => {
  it.each([0, 1, 7])(
    'which took %d days',
    async (days) => {
      const jobId = await bulkJobSince(days * day);
      await harness.worker().finishBulk(jobId);
      expect(await harness.job(jobId)).toMatchObject({ status: 'completed', progress: { successful: 2 } });
      await expectRowsToOutliveJob(jobId);
    },
    60_000,
  );

  it('which was cancelled after days', async () => {
    const jobId = await bulkJobSince(7 * day);
    await harness.cancel(jobId);
    await harness.worker().finishBulk(jobId);
    expect(await harness.job(jobId)).toMatchObject({ status: 'cancelled' });
    await expectRowsToOutliveJob(jobId);
  });

  it('which was given up after days', async () => {
    const away = new Error('The database is away');
    const jobId = await bulkJobSince(7 * day);
    const worker = harness.worker(() => ({ findKnown: async () => Promise.reject(away) }));
    await expect(worker.finishBulk(jobId, true)).rejects.toThrow(away);
    expect(await harness.job(jobId)).toMatchObject({ status: 'failed' });
    await expectRowsToOutliveJob(jobId);
  });
});
