import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ForeignJobError } from '@leadbridge/usecases';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

let harness: ImportHarness;

beforeAll(async () => {
  harness = await openImportHarness();
});

afterAll(async () => {
  await harness.close();
});

interface Stored {
  readonly _id: string;
  readonly [field: string]: unknown;
}

/** A job as release 1.0.0 stored it. */
async function stored(jobId: string, type: string, input: object, total = 1): Promise<string> {
  await harness.mongo.collection<Stored>('jobs').insertOne({
    _id: jobId,
    ...{ type, status: 'queued', input, requestId: 'req_1', actor: { id: 'key_1', name: 'Desk' } },
    progress: { total, processed: 0, successful: 0, failed: 0 },
    ...{ result: null, error: null, parentJobId: null, cancelRequested: false },
    ...{ createdAt: new Date(), startedAt: null, finishedAt: null },
  });
  return jobId;
}

const options = { deduplication: true, update_existing: true, custom_fields: true };

describe('an import that release 1.0.0 accepted', () => {
  it('of one lead is completed', async () => {
    const input = { source: 'provider_a', data: { ...flatLead(1), unheard_of: 1 }, options };
    const jobId = await stored('job_single', 'lead_import', input);
    await harness.worker().runSingle(jobId, true);
    expect(await harness.single(jobId)).toMatchObject({ status: 'completed', result: { result: 'created' } });
  });

  it('of many leads is completed', async () => {
    const jobId = await stored('job_bulk', 'bulk_import', { source: 'provider_a', options }, 2);
    const row = {
      jobId,
      status: 'pending',
      intent: null,
      outcome: null,
      result: null,
      createdAt: new Date(),
    };
    await harness.mongo
      .collection<Stored>('job_rows')
      .insertMany(
        [2, 3].map((number, index) => ({ _id: `${jobId}:${index}`, ...row, index, data: flatLead(number) })),
      );
    await harness.worker().finishBulk(jobId, true);
    expect(await harness.job(jobId)).toMatchObject({ status: 'completed', progress: { successful: 2 } });
  });
});

it('a single import that a later release stored does not fail with others in its batch, and is not changed', async () => {
  const input = { source: 'provider_a', data: flatLead(4), options };
  const later = await stored('job_later', 'lead_import', { ...input, options: 'later' });
  const beside = await stored('job_beside', 'lead_import', input);
  const worker = harness.worker();
  const left = expect(worker.runSingles([later])).rejects.toThrow(ForeignJobError);
  await Promise.all([left, worker.runSingles([beside])]);
  expect(await harness.job(later)).toMatchObject({ status: 'active', result: null });
  expect(await harness.single(beside)).toMatchObject({ status: 'completed' });
});
