import { afterEach, expect, it } from '@jest/globals';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

let harness: ImportHarness;

afterEach(async () => {
  await harness.close();
});

it('a bulk import whose batches shrank while others used most of a window grows them again when they stop', async () => {
  const [count, callsPerWindow, windowSeconds] = [50, 80, 12];
  harness = await openImportHarness(undefined, {
    rateLimit: callsPerWindow,
    rateWindowSeconds: windowSeconds,
  });
  const jobId = await harness.bulkJob(Array.from({ length: count }, (_, index) => flatLead(index)));
  await harness.mongo
    .collection<{ _id: string }>('jobs')
    .updateOne(
      { _id: jobId },
      { $set: { rowsAtOnce: 1, callsPerWindow: 4, windowMs: windowSeconds * 1_000 } },
    );

  await harness.worker().finishBulk(jobId);

  const job = await harness.job(jobId);
  expect(job).toMatchObject({ status: 'completed', progress: { successful: count } });
  expect(job.rowsAtOnce).toBeGreaterThanOrEqual(8);
});

it('a bulk import that had to take single rows takes more again, and needs few requests for the rest', async () => {
  const count = 60;
  harness = await openImportHarness();
  const jobId = await harness.bulkJob(Array.from({ length: count }, (_, index) => flatLead(index)));
  await harness.mongo
    .collection<{ _id: string }>('jobs')
    .updateOne({ _id: jobId }, { $set: { rowsAtOnce: 1, callsPerWindow: 500 } });

  await harness.worker().finishBulk(jobId);

  const job = await harness.job(jobId);
  expect(job).toMatchObject({ status: 'completed', progress: { successful: count } });
  expect(job.rowsAtOnce).toBeGreaterThanOrEqual(32);
  // Row by row, each would need several.
  expect(harness.simulator.requests.total).toBeLessThan(2 * count);
});
