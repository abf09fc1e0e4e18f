import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { restoreRelease, testServers, until } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createLeases } from '../lease/leases.js';
import { suppressionModel } from '../suppression/suppression-model.js';
import { inBatches, type Migration } from './migration.js';
import { migrations as all } from './migrations.js';
import { upgradeDatabase } from './upgrade-database.js';

/** Two processes. */
let mongo: Connection;
let other: Connection;
/** Names of migrations, in the order in which they were begun. */
let begun: string[];

beforeAll(async () => {
  const { mongodbUri } = testServers();
  [mongo, other] = await Promise.all([connectMongo(mongodbUri), connectMongo(mongodbUri)]);
});

beforeEach(async () => {
  begun = [];
  await mongo.dropDatabase();
});

afterAll(async () => {
  await Promise.all([mongo.close(), other.close()]);
});

const migration = (
  name: string,
  work: () => Promise<unknown> = async () => Promise.resolve(),
): Migration => ({
  name,
  async run() {
    begun.push(name);
    await work();
  },
});

async function upgrade(migrations: readonly Migration[], connection = mongo, leaseMs = 1_000): Promise<void> {
  await upgradeDatabase(connection, { logger: silentLogger, migrations, leaseMs });
}

const things = () => mongo.collection<{ _id: number; isNew?: boolean; conversions: number }>('things');

/** Converts each thing once, and is killed before the batch of this number. */
function converting(name: string, { killedBefore }: { killedBefore?: number } = {}): Migration {
  let batches = 0;
  const isEarlier = { isNew: { $exists: false } };
  return migration(name, async () =>
    inBatches(
      (filter) => things().find(filter),
      isEarlier,
      async (documents) => {
        batches += 1;
        if (batches === killedBefore) {
          throw new Error('killed');
        }
        const ids = documents.map(({ _id }) => _id);
        await things().updateMany(
          { _id: { $in: ids }, ...isEarlier },
          { $set: { isNew: true }, $inc: { conversions: 1 } },
        );
      },
    ),
  );
}

async function insertThings(): Promise<void> {
  await things().insertMany(Array.from({ length: 1_200 }, (_, _id) => ({ _id, conversions: 0 })));
}

const converted = async () => things().countDocuments({ isNew: true, conversions: 1 });

describe('an upgrade', () => {
  it('runs each migration once, in order, and later only those that are new', async () => {
    const [one, two, three] = [migration('one'), migration('two'), migration('three')];
    await upgrade([one, two]);
    expect(begun).toEqual(['one', 'two']);
    await upgrade([one, two]);
    await upgrade([one, two, three]);
    expect(begun).toEqual(['one', 'two', 'three']);
  });

  it('goes on with the documents that a killed process has left', async () => {
    await insertThings();
    await expect(
      upgrade([migration('first'), converting('second', { killedBefore: 3 }), migration('third')]),
    ).rejects.toThrow('killed');
    expect(await converted()).toBe(1_000);
    await upgrade([migration('first'), converting('second'), migration('third')]);
    expect(begun).toEqual(['first', 'second', 'second', 'third']);
    expect(await converted()).toBe(1_200);
  });

  it('waits for a process that was killed with the lease, until that expires', async () => {
    await createLeases(mongo).acquire('upgrade', 'killed', 600);
    const upgraded = upgrade([migration('one')]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(begun).toEqual([]);
    await upgraded;
    expect(begun).toEqual(['one']);
  });

  it('is run by one of several processes, which renews its lease; the others wait for it', async () => {
    await insertThings();
    const leaseUntil = async () =>
      (await mongo.collection('turns').findOne({ holder: { $ne: null } }))?.['until'];
    const slow = migration('slow', async () => {
      const acquired = await leaseUntil();
      await until(async () => (await leaseUntil()) > acquired);
    });
    const steps = [slow, converting('converting')];
    await Promise.all(
      [mongo, other].map(async (connection) => {
        await upgrade(steps, connection, 3_000);
        expect(await converted()).toBe(1_200);
      }),
    );
    expect(begun).toEqual(['slow', 'converting']);
  });

  it('refuses a database that a later release has upgraded', async () => {
    await upgrade([migration('one'), migration('later')]);
    await expect(upgrade([migration('one')])).rejects.toThrow(/later release .*later/u);
  });
});

/** Everything that is stored, but the times at which it was converted. */
async function stored(connection: Connection): Promise<unknown> {
  const collections = await connection.db?.listCollections({}, { nameOnly: true }).toArray();
  const contents = (collections ?? []).map(async ({ name }) => {
    const documents = await connection.collection(name).find().sort({ _id: 1 }).toArray();
    return [name, documents.map(({ spreadAt: _at, ...document }) => document)] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

describe('the migrations of this release', () => {
  it('leave opt-outs with the declared indexes and no others', async () => {
    const release = await restoreRelease('1.0.0');
    const connection = await connectMongo(release.mongodbUri);
    try {
      for (const { run } of all) {
        await run(connection);
      }
      const model = suppressionModel(connection);
      await ensureIndexes(connection);
      expect(await model.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
    } finally {
      await connection.close();
      await release.remove();
    }
  });

  it('leave the same if each runs in two processes at once, and then once more', async () => {
    const releases = await Promise.all([restoreRelease('1.0.0'), restoreRelease('1.0.0')]);
    const [first, second] = releases;
    const [once, one, two] = await Promise.all([
      connectMongo(first.mongodbUri),
      connectMongo(second.mongodbUri),
      connectMongo(second.mongodbUri),
    ]);
    try {
      for (const { run } of all) {
        await run(once);
        await Promise.all([run(one), run(two)]);
        await run(one);
      }
      const expected = await stored(once);
      expect(expected).toMatchObject({ leads: expect.arrayContaining([expect.anything()]) });
      expect(await stored(two)).toEqual(expected);
    } finally {
      await Promise.all([once, one, two].map(async (connection) => connection.close()));
      await Promise.all(releases.map(async (release) => release.remove()));
    }
  });
});
