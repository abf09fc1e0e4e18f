import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { completeBatchOptions, completeImportOptions } from '@leadbridge/contracts';
import { testServers } from '@leadbridge/devkit';
import { newId } from '@leadbridge/platform';
import { StaleClaimError } from '@leadbridge/usecases';

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

  it('gives up the rows of a job only where no other has begun it since', async () => {
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
