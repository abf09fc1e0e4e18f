import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createJobRuns } from '@leadbridge/store';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

let harness: ImportHarness;

beforeEach(async () => {
  harness = await openImportHarness();
});

afterEach(async () => {
  await harness.close();
});

async function intentsLeft(): Promise<number> {
  const open = { status: { $in: ['queued', 'active'] }, 'row.intent': { $exists: true } };
  const ofSingles = await harness.mongo.collection('jobs').countDocuments(open);
  return ofSingles + (await harness.mongo.collection('creations').countDocuments());
}

describe('an import that is given up leaves no intent behind', () => {
  it('of a single lead', async () => {
    harness.simulator.faults.set({ kind: 'drop', method: 'POST', path: '/api/Tickets' });
    const jobId = await harness.singleJob(flatLead(1));
    await expect(harness.worker().runSingle(jobId, true)).rejects.toThrow();
    expect(await harness.job(jobId)).toMatchObject({ status: 'failed' });
    await expect(intentsLeft()).resolves.toBe(0);
  });

  it('of a row whose write was lost repeatedly', async () => {
    harness.simulator.faults.set({ kind: 'drop', method: 'POST', path: '/api/Tickets' });
    const jobId = await harness.bulkJob([flatLead(1), flatLead(2)]);
    await harness.worker().finishBulk(jobId);
    expect(await harness.job(jobId)).toMatchObject({ status: 'completed', progress: { failed: 2 } });
    await expect(intentsLeft()).resolves.toBe(0);
  });

  it('of a bulk import whose last attempt failed', async () => {
    const away = new Error('The database is away');
    const jobId = await harness.bulkJob([flatLead(1), flatLead(2)]);
    const worker = harness.worker(() => ({ record: async () => Promise.reject(away) }));
    await expect(worker.finishBulk(jobId, true)).rejects.toThrow(away);
    expect(await harness.job(jobId)).toMatchObject({ status: 'failed', progress: { failed: 2 } });
    await expect(intentsLeft()).resolves.toBe(0);
  });
});

/** A process begins a job and ends in the middle, while it processes the given row alone, if there is one. */
async function endProcess(jobId: string, index: number | null): Promise<void> {
  const runs = createJobRuns(harness.mongo);
  const [job] = await runs.begin([jobId], new Date().toISOString());
  if (index !== null && job !== undefined) await runs.beginTrial(job.run, index);
}

async function endProcesses(jobId: string, indexes: readonly (number | null)[]): Promise<void> {
  for (const index of indexes) {
    await endProcess(jobId, index);
  }
}

const errors = async (): Promise<unknown[]> => harness.mongo.collection('error_log').find().toArray();

it('a single import is set aside after four processes ended while they processed only it, and imported after three', async () => {
  const [healthy, deadly] = [await harness.singleJob(flatLead(1)), await harness.singleJob(flatLead(2))];
  await Promise.all([healthy, deadly].map(async (jobId) => endProcesses(jobId, [null, null, 0, 0, 0])));
  await endProcess(deadly, 0);

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
});

it('the row of an undo during which four processes ended is set aside, and the others are undone', async () => {
  const parent = await harness.bulkJob([flatLead(1), flatLead(2)]);
  await harness.worker().finishBulk(parent);
  const jobId = await harness.undoJob(parent);
  await endProcesses(jobId, [null, null, 0, 0, 0, 0]);

  await harness.worker().finishUndo(jobId);

  expect(await harness.job(jobId)).toMatchObject({
    status: 'completed',
    progress: { successful: 1, failed: 1 },
  });
  expect(await errors()).toMatchObject([
    { errorCode: 'SET_ASIDE', message: expect.stringMatching(/worked on this row alone/u), jobId },
  ]);
});

it.each([
  ['is read for its opt-out', 4, 1],
  ['is not read again where processes end of that too, which the error log says', 6, 0],
])(
  'a row that is set aside %s',
  async (_what, ends, optOuts) => {
    const jobId = await harness.bulkJob([flatLead(1, { do_not_contact: true }), flatLead(2)]);
    await endProcesses(jobId, [null, null, ...Array.from({ length: ends }, () => 0)]);

    await harness.worker().finishBulk(jobId);

    expect(await harness.job(jobId)).toMatchObject({ progress: { successful: 1, failed: 1 } });
    await expect(harness.mongo.collection('suppressions').countDocuments()).resolves.toBe(optOuts);
    const unread = (await errors()).filter((entry) => JSON.stringify(entry).includes('could not be read'));
    expect(unread).toHaveLength(1 - optOuts);
  },
  60_000,
);

it('a cancelled import ends, even if a process ends whenever a row of it is read', async () => {
  const jobId = await harness.bulkJob([1, 2].map((each) => flatLead(each, { do_not_contact: true })));
  await harness.cancel(jobId);
  await endProcesses(jobId, [null, null, 0, 0, 0, 0]);

  await harness.worker().finishBulk(jobId);

  expect(await harness.job(jobId)).toMatchObject({ status: 'cancelled' });
  await expect(harness.mongo.collection('suppressions').countDocuments()).resolves.toBe(1);
});
