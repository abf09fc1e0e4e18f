import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

let harness: ImportHarness;

beforeEach(async () => {
  harness = await openImportHarness();
});

afterEach(async () => {
  await harness.close();
});

describe('two rows of a bulk import with the same key', () => {
  it('are decided in order, whichever batch the database confirms first', async () => {
    const [lead, other] = [flatLead(1), flatLead(2)];
    const jobId = await harness.bulkJob([other, lead, { ...lead, headcount: 900 }], { batch_size: 2 });
    let asked = 0;
    const worker = harness.worker(undefined, undefined, ({ progress }) => ({
      progress: async (id) => {
        asked += 1;
        if (asked === 1) {
          await sleep(200);
        }
        return progress(id);
      },
    }));
    await worker.finishBulk(jobId);
    const rows = await harness.mongo.collection('job_rows').find({ jobId }).sort({ index: 1 }).toArray();
    expect(rows.map(({ outcome }) => (outcome as { status: string }).status)).toEqual([
      'succeeded',
      'succeeded',
      'failed',
    ]);
  });
});

describe('a bulk import that continues after an interruption', () => {
  it('knows the keys of rows that were decided before an earlier one', async () => {
    const [busy, decided] = [flatLead(1), flatLead(2)];
    const jobId = await harness.bulkJob([busy, decided, { ...decided, headcount: 900 }], { batch_size: 2 });
    const interrupted = harness.worker((store) => ({
      // Another holder has the first row's key.
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
    expect(await harness.job(jobId)).toMatchObject({ progress: { processed: 1, successful: 1 } });

    await harness.worker().finishBulk(jobId);
    expect(await harness.job(jobId)).toMatchObject({
      status: 'completed',
      progress: { processed: 3, successful: 2, failed: 1 },
    });
    const row = await harness.mongo.collection('job_rows').findOne({ jobId, index: 2 });
    expect(row?.['outcome']).toMatchObject({ status: 'failed', error: 'Duplicate email address' });
    expect(harness.simulator.tickets()).toHaveLength(2);
  });

  it('has recorded the rows before the one at which it was stopped, and begun none after it', async () => {
    const leads = Array.from({ length: 5 }, (_, index) => flatLead(10 + index));
    const jobId = await harness.bulkJob(leads, { continue_on_error: false });
    const refused = { kind: 'error', status: 401, nth: 3, times: 99, method: 'POST' } as const;
    const fault = harness.simulator.faults.set({ ...refused, path: '/api/Tickets' });
    await expect(harness.worker().finishBulk(jobId)).rejects.toThrow('access token');
    expect(await harness.job(jobId)).toMatchObject({ progress: { processed: 2, successful: 2 } });
    expect([harness.simulator.clients().length, harness.simulator.users().length]).toEqual([3, 3]);
    const creations = await harness.mongo.collection('creations').find().toArray();
    expect(creations).toMatchObject([{ rowIds: [`${jobId}:2`] }]);

    harness.simulator.faults.clear(fault.id);
    await harness.worker().finishBulk(jobId);
    expect(await harness.job(jobId)).toMatchObject({ progress: { processed: 5, successful: 5 } });
    expect(harness.simulator.tickets()).toHaveLength(5);
    expect(await harness.mongo.collection('creations').countDocuments()).toBe(0);
  });
});
