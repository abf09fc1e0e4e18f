import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers, until } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';
import type { Connection } from 'mongoose';

import { connectMongo } from '../connect.js';
import { changesOf, followChanges } from './follow-changes.js';

describe('following one collection', () => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectMongo(testServers().mongodbUri);
  });

  afterAll(async () => {
    await connection.close();
  });

  it('hears its changes alone, and goes on once it was dropped and restored', async () => {
    const heard: string[] = [];
    const write = async (name: string): Promise<unknown> => connection.collection(name).insertOne({});
    const end = followChanges({
      open: changesOf(connection, { maxAwaitTimeMS: 100 }),
      collections: ['followed'],
      logger: silentLogger,
      opened: (isFirst) => heard.push(isFirst ? 'opened' : 'opened again'),
      lost: () => heard.push('lost'),
      changed: (collection) => heard.push(collection),
    });
    await until(() => heard.includes('opened'));
    await write('another');
    await write('followed');
    await until(() => heard.includes('followed'));
    await connection.collection('followed').drop();
    await until(() => heard.includes('opened again'));
    await write('followed');
    await until(() => heard.at(-1) === 'followed');
    await end();
    expect(heard.filter((each, index) => each !== heard[index - 1])).toEqual([
      ...['opened', 'followed', 'lost', 'opened again', 'followed'],
    ]);
  });
});
