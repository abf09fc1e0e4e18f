import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { openImportHouse, type ImportHouse } from '../testing/import-house.js';
import { flatLead } from './testing/caller.js';

let house: ImportHouse;

beforeAll(async () => {
  house = await openImportHouse();
});

afterAll(async () => {
  await house.close();
});

it('a bulk import that had to take one row at once takes more again, and does with few requests what is left', async () => {
  const count = 60;
  const jobId = await house.bulkJob(Array.from({ length: count }, (_, index) => flatLead(index)));
  await house.mongo
    .collection<{ _id: string }>('jobs')
    .updateOne({ _id: jobId }, { $set: { rowsAtOnce: 1, callsPerWindow: 500 } });

  await house.worker().finishBulk(jobId);

  const job = await house.job(jobId);
  expect(job).toMatchObject({ status: 'completed', progress: { successful: count } });
  expect(job.rowsAtOnce).toBeGreaterThanOrEqual(32);
  // Row by row each takes several.
  expect(house.simulator.requests.total).toBeLessThan(2 * count);
}, 60_000);
