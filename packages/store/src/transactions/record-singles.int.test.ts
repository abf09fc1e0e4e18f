import { describe, expect, it } from '@jest/globals';
import { completeImportOptions } from '@leadbridge/contracts';
import {
  StaleClaimError,
  type BatchRecord,
  type ImportIntent,
  type JobEnd,
  type RowOutcome,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { createJobRuns } from '../job/job-runs.js';
import { createJobStore } from '../job/job-store.js';
import { createImportStore } from './import-store.js';
import { useTestDatabase } from '../testing/use-test-database.js';

let connection: Connection;

useTestDatabase((opened) => {
  connection = opened;
  createImportStore(connection);
  createJobStore(connection);
});

const at = '2026-01-31T09:00:00.000Z';
const jobs = () => connection.collection<{ _id: string }>('jobs');
const outcome: RowOutcome = {
  status: 'succeeded',
  result: 'created',
  ...{ leadId: 1, psaTicketId: 1_001, qualityScore: 30, warnings: [], actionsTaken: ['lead_created'] },
};

async function singleJob(jobId: string): Promise<string> {
  await createJobStore(connection).create({
    ...{ jobId, type: 'lead_import', requestId: 'req_test', actor: { id: 'key_test', name: 'test' } },
    input: { source: 'csv', data: {}, options: completeImportOptions() },
    ...{ total: 1, createdAt: at },
  });
  return jobId;
}

function batch(fence: number, jobId: string, row: Partial<BatchRecord['rows'][number]> = {}): BatchRecord {
  return {
    ...{ fence, countsProgress: false, at, leads: [], listGroups: [], errorLogEntries: [] },
    rows: [{ ref: { jobId, index: 0 }, source: 'csv', outcome, ...row }],
    events: [{ type: 'lead.created', data: { lead_id: fence } }],
  };
}

const begin = async (jobIds: readonly string[]) => createJobRuns(connection).begin(jobIds, at);

describe('the row of a single import', () => {
  it('is a part of its job, which ends with it', async () => {
    const store = createImportStore(connection);
    const jobId = await singleJob('job_single');
    const intent: ImportIntent = { kind: 'create', at, stood: [3] };
    await store.saveIntents({ fence: 5, countsProgress: false }, [{ ref: { jobId, index: 0 }, intent }]);
    expect(await begin([jobId])).toMatchObject([{ earlier: { intent, outcome: null } }]);
    const end: JobEnd = { jobId, status: 'completed', result: null, error: null, at };
    const lists = [{ listId: 5, itemId: 9 }];
    await store.record(batch(5, jobId, { lists, end }));
    const row = { intent, outcome, result: 'created', fence: 5, decidedAt: new Date(at), lists };
    expect(await jobs().findOne({ _id: jobId })).toMatchObject({ status: 'completed', row });
    await expect(store.record(batch(6, jobId, { end }))).rejects.toBeInstanceOf(StaleClaimError);
    for (const name of ['job_rows', 'creations']) {
      expect([name, await connection.collection(name).countDocuments()]).toEqual([name, 0]);
    }
  });

  it('is decided once, even if its job goes on because lists remain to be filled', async () => {
    const store = createImportStore(connection);
    const jobId = await singleJob('job_single');
    await store.record(batch(5, jobId));
    expect(await begin([jobId])).toMatchObject([{ status: 'active', earlier: { intent: null, outcome } }]);
    await expect(store.record(batch(6, jobId))).rejects.toBeInstanceOf(StaleClaimError);
    const told = await connection.collection('events').find({ type: 'lead.created' }).toArray();
    expect(told).toMatchObject([{ data: { lead_id: 5 } }]);
  });

  it('begins nothing if another single import of the batch has ended', async () => {
    const store = createImportStore(connection);
    const [open, over] = [await singleJob('job_open'), await singleJob('job_over')];
    await jobs().updateOne({ _id: over }, { $set: { status: 'failed' } });
    const intent: ImportIntent = { kind: 'create', at };
    const intents = [open, over].map((jobId) => ({ ref: { jobId, index: 0 }, intent }));
    const saved = store.saveIntents({ fence: 5, countsProgress: false }, intents);
    await expect(saved).rejects.toBeInstanceOf(StaleClaimError);
    expect(await begin([open, over])).toMatchObject([{ jobId: open, earlier: { intent: null } }]);
  });
});
