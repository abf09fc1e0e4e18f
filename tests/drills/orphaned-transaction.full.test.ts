import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestMongodb, type TestMongodb, type TestSystem } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';

import { callerOf, flatLead } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

let mongodb: TestMongodb;
let system: TestSystem;

beforeAll(async () => {
  // The server itself ends no transaction while this test runs.
  mongodb = await startTestMongodb({ transactionSeconds: 3_600 });
  system = await startSystemHere({
    env: { MONGODB_URI: mongodb.uri('system') },
    simulator: { rateLimit: 0 },
  });
});

afterAll(async () => {
  await system.stop();
  await mongodb.stop();
});

it('imports a lead that another process had in a transaction which it never ended, on any MongoDB', async () => {
  const lead = flatLead(1);
  const lost = await connectMongo(mongodb.uri('system'));
  const session = await lost.startSession();
  session.startTransaction();
  await lost
    .collection('leads')
    .insertOne({ _id: 900_001 as never, key: `email:${lead.email}` }, { session });

  const api = callerOf(system);
  const { body } = await api.importLead(lead, { headers: { prefer: 'respond-async' } });
  const job = await api.finished(String(body['job_id']));

  expect(job).toMatchObject({ status: 'completed', result: { result: 'created' } });
  await expect(session.commitTransaction()).rejects.toMatchObject({ codeName: 'NoSuchTransaction' });
  await session.endSession();
  await lost.close();
});
