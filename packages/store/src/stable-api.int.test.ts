import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { Connection } from 'mongoose';

import { connectMongo } from './connect.js';
import { distinctValues } from './distinct-values.js';

let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo(testServers().mongodbUri);
});

afterAll(async () => {
  await connection.close();
});

describe('a connection of the service', () => {
  it.each<[string, () => Promise<unknown> | undefined]>([
    ['distinct', async () => connection.collection('things').distinct('kind')],
    ['getParameter', async () => connection.db?.admin().command({ getParameter: '*' })],
    ['serverStatus', async () => connection.db?.command({ serverStatus: 1 })],
    [
      '$currentOp',
      async () =>
        connection
          .getClient()
          .db('admin')
          .aggregate([{ $currentOp: {} }])
          .toArray(),
    ],
    ['mapReduce', async () => connection.db?.command({ mapReduce: 'things', map: '', reduce: '', out: 'x' })],
  ])('is refused %s, which later servers may respond to otherwise or not at all', async (_name, send) => {
    await expect(send()).rejects.toMatchObject({ codeName: 'APIStrictError' });
  });
});

describe('distinct values', () => {
  it('are those of the matching documents, each once, without missing ones', async () => {
    const things = connection.collection('things');
    await things.insertMany([{ kind: 'a', n: 1 }, { kind: 'b' }, { kind: 'a' }, { kind: null }, {}]);
    const values = async (filter?: object) =>
      (await distinctValues<string>({ collection: things }, 'kind', filter)).sort();
    expect(await values()).toEqual(['a', 'b']);
    expect(await values({ n: 1 })).toEqual(['a']);
    expect(await values({ n: 2 })).toEqual([]);
  });

  it('of an indexed field are read from the index, one entry for each', async () => {
    const things = connection.collection('indexed');
    await things.createIndex({ kind: 1, n: 1 });
    await things.insertMany(Array.from({ length: 600 }, (_, n) => ({ kind: `k${n % 3}`, n })));
    const plan = await things.aggregate([{ $match: {} }, { $group: { _id: '$kind' } }]).explain();
    expect(JSON.stringify(plan)).toContain('DISTINCT_SCAN');
  });
});
