import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { importHarnessOn, type ImportWork } from '../support/import-harness.js';
import { openServers, type Servers } from '../support/open-servers.js';
import { flatLead } from '../support/caller.js';

const leads = 60;
const windowSeconds = 4;

describe('an undo in short windows of the budget', () => {
  let harness: Servers & ImportWork;

  beforeAll(async () => {
    harness = await importHarnessOn(
      await openServers({}, { rateLimit: 120, rateWindowSeconds: windowSeconds }),
    );
  });
  afterAll(async () => {
    await harness.close();
  });

  it('spends no request twice, and shows its progress in the first of them', async () => {
    const { simulator, mongo } = harness;
    const jobId = await harness.bulkJob(Array.from({ length: leads }, (_, index) => flatLead(7_000 + index)));
    await harness.worker().finishBulk(jobId);
    simulator.requests.clear();
    const undoId = await harness.undoJob(jobId);
    const startedAt = Date.now();
    const samples: { readonly atMs: number; readonly processed: number }[] = [];
    const sampling = setInterval(() => {
      harness.job(undoId).then(
        ({ progress }) => samples.push({ atMs: Date.now() - startedAt, processed: progress.processed }),
        () => undefined,
      );
    }, 100);
    await harness.worker().finishUndo(undoId);
    clearInterval(sampling);

    const removals = simulator.requests.count({ method: 'DELETE' });
    const onLists = await mongo.collection('list_groups').find({ jobId }).toArray();
    const items = onLists.reduce((sum, group) => sum + (group['ticketIds'] as number[]).length, 0);
    expect([removals - items >= 0, removals - items <= 8]).toEqual([true, true]);
    expect(simulator.requests.total - removals).toBeLessThanOrEqual(1.2 * leads);
    const begun = samples.find(({ processed }) => processed > 0);
    expect(begun?.atMs).toBeLessThanOrEqual(2 * windowSeconds * 1_000);
    expect(await harness.job(undoId)).toMatchObject({ result: { undone: leads } });
  });
});
