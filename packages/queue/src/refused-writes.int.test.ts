import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestRedis, until } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';
import { Redis } from 'ioredis';

import { producerConnection, type RedisConnection } from './connections.js';
import { acceptsWrites, isRefusedWrite } from './refused-writes.js';

const key = 'leadbridge:write-probe';

describe('a Redis that responds', () => {
  let server: Awaited<ReturnType<typeof startTestRedis>>;
  let admin: Redis;
  let connection: RedisConnection;

  beforeAll(async () => {
    server = await startTestRedis();
    admin = new Redis(server.url);
    connection = producerConnection({ redisUrl: server.url }, silentLogger);
    await until(() => connection.status === 'ready');
  });

  afterEach(async () => {
    await admin.config('SET', 'maxmemory', '0');
    await admin.replicaof('NO', 'ONE');
    await until(async () => acceptsWrites(connection, key).catch(() => false));
  });

  afterAll(async () => {
    connection.disconnect();
    admin.disconnect();
    await server.stop();
  });

  it('accepts writes, and keeps nothing of the probe', async () => {
    expect(await acceptsWrites(connection, key)).toBe(true);
    expect(await admin.pttl(key)).toBeGreaterThan(0);
  });

  it('refuses writes while it is full: plain ones, in scripts and in transactions', async () => {
    await admin.config('SET', 'maxmemory', '1');
    expect(await connection.ping()).toBe('PONG');
    expect(await acceptsWrites(connection, key)).toBe(false);
    const refused = [
      connection.set('a', '1'),
      connection.eval("return redis.call('set', KEYS[1], 1)", 1, 'a'),
      connection.multi().time().hset('h', 'a', '1').exec(),
    ];
    for (const write of await Promise.allSettled(refused)) {
      expect([write.status, write.status === 'rejected' && isRefusedWrite(write.reason)]).toEqual([
        'rejected',
        true,
      ]);
    }
  });

  it('refuses writes while it follows another, without trying one', async () => {
    await admin.replicaof('127.0.0.1', 1);
    expect(await acceptsWrites(connection, key)).toBe(false);
  });
});

describe('the refusal of a write', () => {
  it.each([
    "OOM command not allowed when used memory > 'maxmemory'.",
    "OOM command not allowed when used memory > 'maxmemory'. script: 8b7f, on @user_script:1.",
    "ERR Error running script (call to f_1): @user_script:1: -OOM command not allowed when used memory > 'maxmemory'.",
    "READONLY You can't write against a read only replica.",
    'MISCONF Valkey is configured to save RDB snapshots, but it is currently unable to persist to disk.',
    'NOREPLICAS Not enough good replicas to write.',
  ])('is %j', (message) => {
    expect(isRefusedWrite(new Error(message))).toBe(true);
    expect(isRefusedWrite(new Error('a job failed', { cause: new Error(message) }))).toBe(true);
  });

  it.each([
    new Error('connect ECONNREFUSED 127.0.0.1:6379'),
    new Error('BLOOM filter'),
    new Error('WRONGTYPE Operation against a key'),
    "OOM command not allowed when used memory > 'maxmemory'.",
    undefined,
    null,
  ])('is not %p', (error) => {
    expect(isRefusedWrite(error)).toBe(false);
  });

  it('is looked for in no endless chain of causes', () => {
    const error = new Error('a');
    error.cause = error;
    expect(isRefusedWrite(error)).toBe(false);
  });
});
