import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openImportHouse, type ImportHouse } from '../testing/import-house.js';
import { flatLead } from './testing/caller.js';

let house: ImportHouse;

beforeEach(async () => {
  house = await openImportHouse();
});

afterEach(async () => {
  await house.close();
});

describe('a bulk import that goes on after an interruption', () => {
  it('knows the keys of rows that were decided before an earlier one', async () => {
    const [busy, decided] = [flatLead(1), flatLead(2)];
    const jobId = await house.bulkJob([busy, decided, { ...decided, headcount: 900 }], { batch_size: 2 });
    const interrupted = house.worker((store) => ({
      // Somebody works on the first row's key.
      claim: async (keys, milliseconds) => {
        const { held, ...claims } = await store.claim(keys, milliseconds);
        return { ...claims, held: new Set([...held].filter((key) => !key.includes(busy.email))) };
      },
      record: async (batch) =>
        batch.rows.some(({ ref }) => ref.index === 2)
          ? Promise.reject(new Error('The database is away'))
          : store.record(batch),
    }));
    await expect(interrupted.finishBulk(jobId)).rejects.toThrow('The database is away');
    expect(await house.job(jobId)).toMatchObject({ progress: { processed: 1, successful: 1 } });

    await house.worker().finishBulk(jobId);
    expect(await house.job(jobId)).toMatchObject({
      status: 'completed',
      progress: { processed: 3, successful: 2, failed: 1 },
    });
    const row = await house.mongo.collection('job_rows').findOne({ jobId, index: 2 });
    expect(row?.['outcome']).toMatchObject({ status: 'failed', error: 'Duplicate email address' });
    expect(house.simulator.tickets()).toHaveLength(2);
  });
});
