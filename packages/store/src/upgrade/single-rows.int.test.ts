import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { Connection } from 'mongoose';

import { connectMongo } from '../connect.js';
import { singleRowsInTheirJobs } from './single-rows.js';

let mongo: Connection;

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
});

afterAll(async () => {
  await mongo.close();
});

const at = new Date('2026-01-31T09:00:00.000Z');
const outcome = { status: 'succeeded', result: 'updated', leadId: 1, psaTicketId: 7 };
const intent = { kind: 'update', at: at.toISOString(), ticketId: 7 };

const jobs = [
  { _id: 'job_done', type: 'lead_import', status: 'completed' },
  { _id: 'job_begun', type: 'lead_import', status: 'active' },
  { _id: 'job_created', type: 'lead_import', status: 'active' },
  { _id: 'job_bulk', type: 'bulk_import', status: 'active' },
];

const rows = [
  {
    ...{ _id: 'job_done:0', jobId: 'job_done', index: 0, status: 'succeeded', intent, outcome },
    ...{ result: 'updated', fence: 3, decidedAt: at, lists: [{ listId: 5, itemId: null }], createdAt: at },
  },
  {
    ...{ _id: 'job_begun:0', jobId: 'job_begun', index: 0, status: 'pending', intent, outcome: null },
    ...{ result: null, createdAt: at },
  },
  {
    ...{ _id: 'job_bulk:0', jobId: 'job_bulk', index: 0, status: 'pending', intent: null, outcome: null },
    ...{ result: null, data: {}, createdAt: at },
  },
];

const creations = [
  { _id: 8, jobIds: ['job_created'], rowIds: ['job_created:0'], at },
  {
    ...{ _id: 9, jobIds: ['job_bulk'], rowIds: ['job_bulk:0'], at },
    stood: [{ rowId: 'job_bulk:0', ticketIds: [1] }],
  },
];

async function idsOf(collection: string): Promise<readonly unknown[]> {
  const documents = await mongo.collection(collection).find().toArray();
  return documents.map(({ _id }) => _id as unknown);
}

it('moves rows and intents of single imports into their jobs, once, and leaves those of bulk imports', async () => {
  const insert = async (collection: string, documents: readonly object[]) =>
    mongo.collection(collection).insertMany(documents.map((document) => ({ ...document })));
  await insert('jobs', jobs);
  await insert('job_rows', rows);
  await insert('creations', creations);
  await singleRowsInTheirJobs.run(mongo);
  // What a worker has written since is left alone by a process that is late.
  await mongo
    .collection<{ _id: string }>('jobs')
    .updateOne({ _id: 'job_created' }, { $set: { 'row.outcome': outcome } });
  await insert('creations', creations.slice(0, 1));
  await singleRowsInTheirJobs.run(mongo);

  const stored = await mongo.collection('jobs').find().toArray();
  expect(stored.map(({ _id, row }) => [String(_id), row as unknown])).toEqual([
    [
      'job_done',
      {
        ...{ intent, outcome, result: 'updated', fence: 3, decidedAt: at },
        lists: [{ listId: 5, itemId: null }],
      },
    ],
    ['job_begun', { intent }],
    ['job_created', { intent: { kind: 'create', at: at.toISOString(), stood: [] }, outcome }],
    ['job_bulk', undefined],
  ]);
  expect(await idsOf('job_rows')).toEqual(['job_bulk:0']);
  expect(await idsOf('creations')).toEqual([9]);
});
