import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wholeState } from '@leadbridge/devkit';
import { isoTime, newId, systemClock } from '@leadbridge/platform';
import { createJobStore } from '@leadbridge/store';
import { jobRecordOf, readJob } from '@leadbridge/usecases';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

let harness: ImportHarness;

beforeAll(async () => {
  harness = await openImportHarness();
});

afterAll(async () => {
  await harness.close();
});

const killed = new Error('The process was killed');

/** A worker that ends when it would record the batch with this number. */
function workerKilledAtBatch(number: number) {
  let batch = 0;
  return harness.worker((store) => ({
    record: async (record) => {
      batch += 1;
      if (batch >= number) {
        throw killed;
      }
      return await store.record(record);
    },
  }));
}

const outcomesOf = async (jobId: string) => {
  const rows = await harness.mongo.collection('job_rows').find({ jobId }).sort({ index: 1 }).toArray();
  return rows.map(({ outcome }) => outcome as Record<string, unknown> & { plan?: Record<string, unknown> });
};

async function commitOf(jobId: string): Promise<string> {
  const jobs = createJobStore(harness.mongo);
  const { input, requestId, actor } = readJob(jobRecordOf('bulk_import', await harness.job(jobId)));
  const rows = await jobs.plannedRows(jobId);
  const { dry_run: _dryRun, ...batchOptions } = input.batch_options;
  const commitId = await jobs.createCommit(
    {
      jobId: newId('job'),
      type: 'bulk_import',
      input: { ...input, batch_options: batchOptions, if_changed: 'skip' },
      requestId,
      actor,
      total: rows.length,
      createdAt: isoTime(systemClock.now()),
      parentJobId: jobId,
    },
    rows,
  );
  if (commitId === null) {
    throw new Error('There was nothing left to commit');
  }
  return commitId;
}

describe('a dry run whose worker is killed', () => {
  const leads = Array.from({ length: 6 }, (_, index) =>
    flatLead(index, {
      company: 'Together',
      // The last has the name of the first: blocked by its opt-out, whichever worker processes it.
      last_name: ['Amsel', 'Dohle', 'Falke', 'Habicht', 'Kauz', 'Amsel'][index],
      ...(index === 0 ? { do_not_contact: true } : {}),
    }),
  );

  it('continues where it was, remembers the effects of its earlier rows, and leaves nothing behind', async () => {
    const before = wholeState(harness.simulator);
    const jobId = await harness.bulkJob(leads, { dry_run: true, batch_size: 2 });
    await expect(workerKilledAtBatch(2).finishBulk(jobId)).rejects.toThrow(killed);
    expect((await harness.job(jobId)).progress.processed).toBe(2);
    await harness.worker().finishBulk(jobId);

    const outcomes = await outcomesOf(jobId);
    expect(outcomes.map(({ plan }) => plan?.['client'])).toMatchObject([
      { action: 'create', id: null },
      ...Array.from({ length: 4 }, () => ({ action: 'reuse', id: null })),
      undefined,
    ] as object[]);
    expect(outcomes[5]).toMatchObject({ result: 'preserved', suppressedBy: 'company-person' });
    expect(await harness.job(jobId)).toMatchObject({
      status: 'completed',
      progress: { total: 6, processed: 6, successful: 6, failed: 0 },
    });
    expect(wholeState(harness.simulator)).toBe(before);
    for (const name of ['leads', 'claim_sets', 'creations', 'companies', 'suppressions', 'events']) {
      expect([name, await harness.mongo.collection(name).countDocuments()]).toEqual([name, 0]);
    }
  });

  it('is committed once, by a commit whose worker is killed as well', async () => {
    const rows = leads.slice(1, 5);
    const jobId = await harness.bulkJob(rows, { dry_run: true });
    await harness.worker().finishBulk(jobId);
    const commitId = await commitOf(jobId);
    await expect(workerKilledAtBatch(1).finishBulk(commitId)).rejects.toThrow(killed);
    expect(harness.simulator.tickets()).toHaveLength(rows.length);
    await harness.worker().finishBulk(commitId);

    expect((await outcomesOf(commitId)).map(({ result }) => result)).toEqual(rows.map(() => 'created'));
    expect(harness.simulator.tickets()).toHaveLength(rows.length);
    expect(await commitOf(jobId)).toBe(commitId);
  });
});
