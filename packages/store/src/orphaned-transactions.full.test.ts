import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestMongodb, type TestMongodb } from '@leadbridge/devkit';
import { createConnection, type Connection, type mongo } from 'mongoose';

import { applicationName, connectMongo } from './connect.js';
import { createMaintenanceClient } from './maintenance-client.js';
import { createOrphanedTransactions, type OrphanedTransactions } from './orphaned-transactions.js';

let server: TestMongodb;
let connection: Connection;
let client: mongo.MongoClient;
let transactions: OrphanedTransactions;

beforeAll(async () => {
  // The server itself ends no transaction while this test runs.
  server = await startTestMongodb({ transactionSeconds: 3_600 });
  connection = await connectMongo(server.uri('lost'));
  client = createMaintenanceClient(server.uri('lost'));
});

afterAll(async () => {
  await client.close();
  await connection.close();
  await server.stop();
});

beforeEach(async () => {
  transactions = createOrphanedTransactions(client);
  await rows().deleteMany({});
  await rows().insertOne({ _id: 'row' as never, count: 0 });
});

const rows = (of = connection) => of.collection('rows');
const increment = { $inc: { count: 1 } };

/** Checks so often that an idle transaction counts as orphaned; returns how many were ended. */
async function look(between: () => Promise<unknown> = async () => Promise.resolve()): Promise<number> {
  let ended = 0;
  for (let time = 0; time < 6; time += 1) {
    await between();
    ended += (await transactions.end()).ended;
  }
  return ended;
}

/** Writes the row in a transaction that stays open, reports it and waits to be killed. */
const holder = `
  import mongoose from 'mongoose';
  const [uri, appName] = process.argv.slice(1);
  const connection = await mongoose.createConnection(uri, { appName }).asPromise();
  const session = await connection.startSession();
  session.startTransaction();
  await connection.collection('rows').updateOne({ _id: 'row' }, { $inc: { count: 1 } }, { session });
  console.log('holding');
  setInterval(() => {}, 1000);
`;

describe('a transaction', () => {
  it('of a process that was killed is ended, and others continue with its locked documents', async () => {
    const parameters = ['--input-type=module', '-e', holder, server.uri('lost'), applicationName];
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const tooLate = { codeName: 'MaxTimeMSExpired' };
    await expect(rows().updateOne({}, increment, { maxTimeMS: 500 })).rejects.toMatchObject(tooLate);

    expect(await look()).toBe(1);

    await rows().updateOne({}, increment);
    expect(await rows().findOne()).toMatchObject({ count: 1 });
  });

  it('of a process that was frozen is ended, and done once when it wakes up', async () => {
    let attempts = 0;
    await connection.transaction(async (session) => {
      attempts += 1;
      await rows().updateOne({}, increment, { session });
      if (attempts === 1) {
        expect(await look()).toBe(1);
        await rows().updateOne({}, increment);
      }
    });
    expect([attempts, await rows().findOne()]).toMatchObject([2, { count: 2 }]);
  });

  it('that is active is left alone, however long it lasts', async () => {
    await connection.transaction(async (session) => {
      expect(await look(async () => rows().updateOne({}, increment, { session }))).toBe(0);
    });
    expect(await rows().findOne()).toMatchObject({ count: 6 });
  });

  it('of another application is left alone', async () => {
    const foreign = await createConnection(server.uri('lost')).asPromise();
    await foreign.transaction(async (session) => {
      await rows(foreign).updateOne({}, increment, { session });
      expect(await look()).toBe(0);
    });
    await foreign.close();
    expect(await rows().findOne()).toMatchObject({ count: 1 });
  });
});
