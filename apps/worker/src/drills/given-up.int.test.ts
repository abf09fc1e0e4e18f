import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createJobRuns } from '@leadbridge/store';

import { openImportHarness, type ImportHarness } from '../testing/import-harness.js';
import { flatLead } from './testing/caller.js';

let harness: ImportHarness;

beforeEach(async () => {
  harness = await openImportHarness();
});

afterEach(async () => {
  await harness.close();
});

async function intentsLeft(): Promise<number> {
  return await harness.mongo.collection('creations').countDocuments();
}

describe('an import that is given up leaves no intent behind', () => {
  it('of a single lead', async () => {
    harness.simulator.faults.set({ kind: 'drop', method: 'POST', path: '/api/Tickets' });
    const jobId = await harness.singleJob(flatLead(1));
    await expect(harness.worker().runSingle(jobId, true)).rejects.toThrow();
    expect(await harness.job(jobId)).toMatchObject({ status: 'failed' });
    await expect(intentsLeft()).resolves.toBe(0);
  }, 60_000);

  it('of a row whose write got lost again and again', async () => {
    harness.simulator.faults.set({ kind: 'drop', method: 'POST', path: '/api/Tickets' });
    const jobId = await harness.bulkJob([flatLead(1), flatLead(2)]);
    await harness.worker().finishBulk(jobId);
    expect(await harness.job(jobId)).toMatchObject({ status: 'completed', progress: { failed: 2 } });
    await expect(intentsLeft()).resolves.toBe(0);
  }, 60_000);

  it('of a bulk import whose last attempt failed', async () => {
    const away = new Error('The database is away');
    const jobId = await harness.bulkJob([flatLead(1), flatLead(2)]);
    const worker = harness.worker(() => ({ rememberCompanies: async () => Promise.reject(away) }));
    await expect(worker.finishBulk(jobId, true)).rejects.toThrow(away);
    expect(await harness.job(jobId)).toMatchObject({ status: 'failed', progress: { failed: 2 } });
    await expect(intentsLeft()).resolves.toBe(0);
  }, 60_000);
});

it('a single import that was alone with four processes as they ended is set aside, and with three of them imported', async () => {
  const [healthy, deadly] = [await harness.singleJob(flatLead(1)), await harness.singleJob(flatLead(2))];
  const endProcess = async (jobId: string, isAlone: boolean): Promise<void> => {
    const runs = createJobRuns(harness.mongo);
    const [job] = await runs.begin([jobId], new Date().toISOString());
    if (isAlone && job !== undefined) await runs.beginTrial(job.run, 0);
  };
  for (const isAlone of [false, false, true, true, true]) {
    await Promise.all([healthy, deadly].map(async (jobId) => endProcess(jobId, isAlone)));
  }
  await endProcess(deadly, true);

  await harness.worker().runSingles([healthy, deadly]);

  expect(await harness.job(healthy)).toMatchObject({ status: 'completed', result: { result: 'created' } });
  expect(await harness.job(deadly)).toMatchObject({
    status: 'failed',
    error: {
      code: 'INTERNAL_ERROR',
      message: expect.stringMatching(/ended 4 times while it worked on this lead alone/u),
      details: { reason: 'SET_ASIDE' },
    },
  });
  expect(harness.simulator.tickets()).toHaveLength(1);
}, 60_000);
