import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';

import { locateValkey } from '../binaries/locate.js';
import { startRedis, type RedisServer } from '../servers/redis-server.js';
import { currentTestRun } from '../testing/test-servers.js';
import { LeakWatch } from './leak-watch.js';

const person = 'Alex.Someone+crm@mail.example.com';

let dataDirectory: string;
let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'leadbridge-leaks-'));
  const binary = await locateValkey({
    environment: { PATH: currentTestRun().searchPath },
    report: () => {},
  });
  server = await startRedis({ binary, dataDirectory, temporary: true });
  redis = new Redis(server.url);
});

beforeEach(async () => {
  await redis.flushall();
});

afterAll(async () => {
  redis.disconnect();
  await server.process.stop(10_000);
  await rm(dataDirectory, { recursive: true, force: true });
});

describe('a leak watch', () => {
  it.each([
    ['text', async () => redis.set('k', `{"to":"${person}"}`)],
    ['field of a hash', async () => redis.hset('k', person, '1')],
    ['value of a hash', async () => redis.hset('k', 'field', person)],
    ['entry of a list', async () => redis.rpush('k', 'other', person)],
    ['member of a set', async () => redis.sadd('k', person)],
    ['member of a sorted set', async () => redis.zadd('k', 1, person)],
    ['entry of a stream', async () => redis.xadd('k', '*', 'field', person)],
    ['key', async () => redis.set(`limit:${person}`, '1')],
  ])('finds a person in Redis as a %s', async (_where, put) => {
    const watch = new LeakWatch([]);
    await put();
    await watch.lookIntoRedis(server.url);
    expect(() => {
      watch.finish();
    }).toThrow(person);
  });

  it('finds a secret in a log, and nothing where nothing is', async () => {
    const watch = new LeakWatch(['the-secret']);
    await redis.set('k', 'job_1 @leadbridge/worker file@1.2.3');
    await watch.lookIntoRedis(server.url);
    watch.look('a log', '{"message":"job","job_id":"job_1"}');
    watch.finish();
    watch.look('a log', 'key=the-secret');
    expect(() => {
      watch.finish();
    }).toThrow('a log: the-secret');
  });

  it('does without a Redis that is away', async () => {
    const watch = new LeakWatch([]);
    await watch.lookIntoRedis('redis://127.0.0.1:1');
    watch.finish();
  });
});
