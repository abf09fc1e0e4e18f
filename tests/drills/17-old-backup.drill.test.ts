import type { ProcessSystem } from '@leadbridge/devkit';
import mongoose from 'mongoose';

import { callerOf } from '../support/caller.js';
import { drill, exactly } from '../support/drill.js';
import {
  accountsOf,
  finish,
  rowsWithDuplicates,
  secondsUntil,
  sendBulk,
  withService,
} from '../support/drill-service.js';

type Backup = ReadonlyMap<string, readonly mongoose.mongo.Document[]>;

/** All collections as they stood at one moment, as `mongodump --oplog` writes them. */
async function backUp(uri: string): Promise<Backup> {
  return await withDatabase(uri, async (connection) => {
    const collections = await connection.listCollections();
    const session = connection.getClient().startSession({ snapshot: true });
    try {
      const backup = new Map<string, readonly mongoose.mongo.Document[]>();
      for (const { name } of collections) {
        backup.set(name, await connection.collection(name).find({}, { session }).toArray());
      }
      return backup;
    } finally {
      await session.endSession();
    }
  });
}

async function restore(uri: string, backup: Backup): Promise<void> {
  await withDatabase(uri, async (connection) => {
    for (const { name } of await connection.listCollections()) {
      const documents = backup.get(name) ?? [];
      await connection.collection(name).deleteMany({});
      if (documents.length > 0) {
        await connection.collection(name).insertMany([...documents]);
      }
    }
  });
}

async function withDatabase<T>(
  uri: string,
  work: (connection: mongoose.Connection) => Promise<T>,
): Promise<T> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const appsOf = ({ apis, workers }: ProcessSystem): ProcessSystem['apis'] => [...apis, ...workers];

drill({
  promise:
    'When an old backup of MongoDB is restored, taken in the middle of an import, what was accepted before it is done, and the tickets that came after it are found again: nobody gets a second one.',
  async run({ seed }) {
    return await withService({ workers: 2, simulator: { randomSeed: seed } }, async (system) => {
      const { simulator } = system;
      const before = await sendBulk(system, rowsWithDuplicates(1, 100, seed));
      await finish(system, [before]);
      const during = await sendBulk(system, rowsWithDuplicates(10_001, 200, seed), { batch_size: 5 });
      const begun = simulator.tickets().length + 30;
      await secondsUntil('the import to be under way', 120, () => simulator.tickets().length > begun);
      const backup = await backUp(system.mongodbUri);
      const inBackup = simulator.tickets().length;
      const after = await sendBulk(system, rowsWithDuplicates(20_001, 100, seed));
      await finish(system, [during, after]);

      // Redis stays as it is, and knows of jobs that MongoDB has forgotten.
      await Promise.all(appsOf(system).map(async (app) => app.stop()));
      const tickets = simulator.tickets().length;
      await restore(system.mongodbUri, backup);
      await Promise.all(appsOf(system).map(async (app) => app.restart()));
      const resumed = await accountsOf(system, [during]);
      const all = [before, during, after].flatMap(({ rows }) => rows);
      const again = await accountsOf(system, [await sendBulk(system, all)]);
      const people = [...new Set(all.map(({ email }) => email))];
      const leads = await callerOf(system).call('GET', '/leads?limit=1');
      const { total } = leads.body['pagination'] as { readonly total: number };
      return [
        { name: 'tickets forgotten', value: tickets - inBackup, atLeast: 100 },
        ...resumed.map((figure) => ({ ...figure, name: `resumed: ${figure.name}` })),
        ...again.map((figure) => ({ ...figure, name: `again: ${figure.name}` })),
        exactly('tickets made again', simulator.tickets().length - tickets, 0),
        exactly('contacts made again', simulator.users().length - people.length, 0),
        exactly('leads without a record', people.length - total, 0),
      ];
    });
  },
});
