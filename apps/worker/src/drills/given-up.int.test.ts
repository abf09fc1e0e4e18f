import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createJobRuns } from '@leadbridge/store';

import { openImportHouse, type ImportHouse } from '../testing/import-house.js';
import { flatLead } from './testing/caller.js';

let house: ImportHouse;

beforeEach(async () => {
  house = await openImportHouse();
});

afterEach(async () => {
  await house.close();
});

async function intentsLeft(): Promise<number> {
  return await house.mongo.collection('creations').countDocuments();
}

describe('an import that is given up leaves no intent behind', () => {
  it('of a single lead', async () => {
    house.simulator.faults.set({ kind: 'drop', method: 'POST', path: '/api/Tickets' });
    const jobId = await house.singleJob(flatLead(1));
    await expect(house.worker().runSingle(jobId, true)).rejects.toThrow();
    expect(await house.job(jobId)).toMatchObject({ status: 'failed' });
    await expect(intentsLeft()).resolves.toBe(0);
  }, 60_000);

  it('of a row whose write got lost again and again', async () => {
    house.simulator.faults.set({ kind: 'drop', method: 'POST', path: '/api/Tickets' });
    const jobId = await house.bulkJob([flatLead(1), flatLead(2)]);
    await house.worker().finishBulk(jobId);
    expect(await house.job(jobId)).toMatchObject({ status: 'completed', progress: { failed: 2 } });
    await expect(intentsLeft()).resolves.toBe(0);
  }, 60_000);

  it('of a bulk import whose last attempt failed', async () => {
    const away = new Error('The database is away');
    const jobId = await house.bulkJob([flatLead(1), flatLead(2)]);
    const worker = house.worker(() => ({ rememberCompanies: async () => Promise.reject(away) }));
    await expect(worker.finishBulk(jobId, true)).rejects.toThrow(away);
    expect(await house.job(jobId)).toMatchObject({ status: 'failed', progress: { failed: 2 } });
    await expect(intentsLeft()).resolves.toBe(0);
  }, 60_000);
});

it('a single import that was alone with four processes as they ended is set aside, and with three of them imported', async () => {
  const [healthy, deadly] = [await house.singleJob(flatLead(1)), await house.singleJob(flatLead(2))];
  const endProcess = async (jobId: string, isAlone: boolean): Promise<void> => {
    const runs = createJobRuns(house.mongo);
    const [job] = await runs.begin([jobId], new Date().toISOString());
    if (isAlone && job !== undefined) await runs.beginTrial(job.run, 0);
  };
  for (const isAlone of [false, false, true, true, true]) {
    await Promise.all([healthy, deadly].map(async (jobId) => endProcess(jobId, isAlone)));
  }
  await endProcess(deadly, true);

  await house.worker().runSingles([healthy, deadly]);

  expect(await house.job(healthy)).toMatchObject({ status: 'completed', result: { result: 'created' } });
  expect(await house.job(deadly)).toMatchObject({
    status: 'failed',
    error: {
      code: 'INTERNAL_ERROR',
      message: expect.stringMatching(/ended 4 times while it worked on this lead alone/u),
      details: { reason: 'SET_ASIDE' },
    },
  });
  expect(house.simulator.tickets()).toHaveLength(1);
}, 60_000);
