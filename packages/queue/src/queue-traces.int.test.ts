import { afterAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';

import { workerConnection } from './connections.js';
import { createQueueTraces } from './queue-traces.js';
import type { Queues } from './queues.js';

const { redisUrl, redisKeyPrefix } = testServers();
const redis = workerConnection({ redisUrl }, silentLogger);
const isMention = (text: string): boolean => text.includes('jo@example.com');
let prefixes = 0;

/** A failed job as BullMQ stores it, under a prefix of its own. */
async function storedJob(fields: Readonly<Record<string, string>>) {
  prefixes += 1;
  const prefix = `${redisKeyPrefix}:traces-${prefixes}`;
  const key = `${prefix}:imports:job_1`;
  await redis.hset(key, fields);
  return { key, traces: createQueueTraces({ connection: redis, queues: {} as Queues, prefix }) };
}

afterAll(() => {
  redis.disconnect();
});

describe('the traces of a person in the queue', () => {
  it('are erased from the texts of jobs, in the format of each field', async () => {
    const { key, traces } = await storedJob({
      name: 'lead_import',
      failedReason: 'jo@example.com is refused',
      stacktrace: JSON.stringify(['Error: jo@example.com is refused']),
      returnvalue: '{"email":"jo@example.com"}',
    });
    expect(await traces.count([], isMention)).toBe(1);
    expect(await redis.hget(key, 'returnvalue')).toContain('jo@example.com');
    expect(await traces.erase([], isMention)).toBe(1);
    expect(await redis.hgetall(key)).toEqual({
      name: 'lead_import',
      failedReason: '[erased]',
      stacktrace: '["[erased]"]',
      returnvalue: 'null',
    });
  });

  it('are not seen in jobs about others, which stay as they are', async () => {
    const fields = { failedReason: 'zoe@example.com is refused', stacktrace: '[]' };
    const { key, traces } = await storedJob(fields);
    expect(await traces.count([], isMention)).toBe(0);
    expect(await traces.erase([], isMention)).toBe(0);
    expect(await redis.hgetall(key)).toEqual(fields);
  });

  it('are erased from the ends of their jobs, however these write them, and not from those of others', async () => {
    const stream = `${redisKeyPrefix}:traces-events`;
    for (const jobId of ['job_1', 'job_2']) {
      await redis.xadd(
        stream,
        '*',
        'event',
        'failed',
        'jobId',
        jobId,
        'failedReason',
        'said {\\"j\\u006f\\"}',
      );
    }
    await redis.xadd(stream, '*', 'event', 'waiting', 'jobId', 'job_1');
    const queue = { keys: { events: stream }, getJobState: async () => Promise.resolve('unknown') };
    const queues = { imports: queue } as unknown as Queues;
    const prefix = `${redisKeyPrefix}:traces-none`;
    await createQueueTraces({ connection: redis, queues, prefix }).erase(['job_1'], isMention);
    const left = await redis.xrange(stream, '-', '+');
    expect(left.map(([, fields]) => [fields[1], fields[3]])).toEqual([
      ['failed', 'job_2'],
      ['waiting', 'job_1'],
    ]);
  });

  it('leave no part of a job that is removed meanwhile', async () => {
    const { key, traces } = await storedJob({ failedReason: 'jo@example.com is refused' });
    const removing = (text: string): boolean => {
      // Sent before the fields are replaced, on the same connection.
      void redis.del(key);
      return isMention(text);
    };
    expect(await traces.erase([], removing)).toBe(0);
    expect(await redis.exists(key)).toBe(0);
  });
});
