import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { lendDatabase } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';

import { runCli } from './testing/run-cli.js';

const dayMs = 86_400_000;

describe('commands on the database', () => {
  let database: Awaited<ReturnType<typeof lendDatabase>>;

  beforeAll(async () => {
    database = await lendDatabase();
  });

  afterAll(async () => {
    await database.giveBack();
  });

  const run = async (...words: string[]) => runCli(words, { MONGODB_URI: database.mongodbUri });

  it.each([-400, 400])("use MongoDB's clock on a machine whose own is wrong by %i days", async (days) => {
    const { now } = Date;
    const machine = jest.spyOn(Date, 'now').mockImplementation(() => now() + days * dayMs);
    try {
      await run('keys', 'issue', '--role', 'viewer', '--name', `key ${days}`);
      const { results } = await run('keys', 'list');
      expect(results.find((line) => line.endsWith(`key ${days}`))).toContain('active');
    } finally {
      machine.mockRestore();
    }

    const mongo = await connectMongo(database.mongodbUri);
    const key = await mongo.collection('api_keys').findOne({ name: `key ${days}` });
    await mongo.close();
    const created: unknown = key?.['createdAt'];
    expect(created).toBeInstanceOf(Date);
    expect(Math.abs(Number(created) - Date.now())).toBeLessThan(dayMs);
  });
});
