import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

import { locateMongod, locateValkey } from '../binaries/locate.js';
import { currentTestRun } from '../testing/test-servers.js';
import { startMongodb } from './mongodb-server.js';
import { startRedis } from './redis-server.js';

const locate = { environment: { PATH: currentTestRun().searchPath }, report: () => {} };

describe('servers with data of their own', () => {
  let dataDirectory: string;

  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'leadbridge-test-'));
  });

  afterEach(async () => {
    await rm(dataDirectory, { recursive: true, force: true });
  });

  it('MongoDB finds its data again on another port, even after it was killed', async () => {
    const binary = await locateMongod(locate);
    const first = await startMongodb({ binary, dataDirectory });
    const before = await MongoClient.connect(first.uri('kept'));
    await before
      .db()
      .collection('rows')
      .insertOne({ kept: true }, { writeConcern: { w: 'majority', journal: true } });
    await before.close();
    first.process.signal('SIGKILL');
    await first.process.exited;

    const second = await startMongodb({ binary, dataDirectory });
    try {
      expect(second.port).not.toBe(first.port);
      const after = await MongoClient.connect(second.uri('kept'));
      expect(await after.db().collection('rows').countDocuments()).toBe(1);
      await after.close();
    } finally {
      await second.process.stop();
    }
  });

  it('Redis writes everything to its append-only file, evicts nothing, and finds it all again', async () => {
    const binary = await locateValkey(locate);
    const first = await startRedis({ binary, dataDirectory });
    const before = new Redis(first.url);
    expect(await before.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    expect(await before.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
    await before.set('kept', 'yes');
    before.disconnect();
    await first.process.stop();

    const second = await startRedis({ binary, dataDirectory });
    const after = new Redis(second.url);
    try {
      expect(await after.get('kept')).toBe('yes');
    } finally {
      after.disconnect();
      await second.process.stop();
    }
  });
});
