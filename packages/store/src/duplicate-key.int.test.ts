import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lendDatabase, startServerProxy } from '@leadbridge/devkit';
import { mongo, type Connection } from 'mongoose';

import { connectMongo } from './connect.js';
import { areDuplicateKeys } from './duplicate-key.js';

describe('the failure of an unordered write of many', () => {
  let database: Awaited<ReturnType<typeof lendDatabase>>;
  let connection: Connection;

  beforeAll(async () => {
    database = await lendDatabase();
    connection = await connectMongo(database.mongodbUri);
  });

  afterAll(async () => {
    await connection.close();
    await database.giveBack();
  });

  const failureOf = async (write: Promise<unknown>): Promise<unknown> =>
    write.then(
      () => 'no failure',
      (error: unknown) => error,
    );

  it('is one of duplicate keys if all failed writes already existed', async () => {
    const numbers = connection.collection<{ _id: number }>('numbers');
    await numbers.insertOne({ _id: 1 });
    const failure = await failureOf(numbers.insertMany([{ _id: 1 }, { _id: 2 }], { ordered: false }));
    expect(areDuplicateKeys(failure)).toBe(true);
    expect(await numbers.countDocuments()).toBe(2);
  });

  it('is not one if the server was lost, and it is unknown what was written', async () => {
    // The driver reports this with the same error class and an empty list of failed writes.
    const way = await startServerProxy(database.mongodbUri);
    const { pathname } = new URL(database.mongodbUri);
    const lost = await connectMongo(`mongodb://${way.host}${pathname}?directConnection=true`, {
      serverSelectionTimeoutMS: 200,
    });
    try {
      way.cut();
      const numbers = lost.collection<{ _id: number }>('numbers');
      const failure = await failureOf(numbers.insertMany([{ _id: 3 }, { _id: 4 }], { ordered: false }));
      expect(failure).toBeInstanceOf(mongo.MongoBulkWriteError);
      expect(areDuplicateKeys(failure)).toBe(false);
    } finally {
      await lost.close();
    }
  });

  it('is not one if a write was rejected for another reason', async () => {
    await connection.createCollection('adults', { validator: { age: { $gte: 18 } } });
    const people = connection.collection<{ _id: number; age: number }>('adults');
    await people.insertOne({ _id: 1, age: 40 });
    const failure = await failureOf(
      people.insertMany(
        [
          { _id: 1, age: 40 },
          { _id: 2, age: 3 },
        ],
        { ordered: false },
      ),
    );
    expect(areDuplicateKeys(failure)).toBe(false);
  });
});
