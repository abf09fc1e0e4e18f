import { randomUUID } from 'node:crypto';

import { Queue, Worker } from 'bullmq';

import type { TestApi } from '../../testing/test-api.js';

const queueName = 'lead-imports';

/** A job that has failed, in the real queue; answers its id. No other job may wait meanwhile. */
export async function addFailedJob(api: TestApi, reason: string): Promise<string> {
  const jobId = `job_${randomUUID()}`;
  const connection = { url: api.redis.url, maxRetriesPerRequest: null };
  const queue = new Queue(queueName, { connection, prefix: api.redis.prefix });
  const taker = new Worker(queueName, null, { connection, prefix: api.redis.prefix });
  try {
    await queue.add('leadImports', { jobId }, { jobId });
    const job = await taker.getNextJob('token');
    await job?.moveToFailed(new Error(reason), 'token', false);
  } finally {
    await taker.close();
    await queue.close();
  }
  return jobId;
}

/** A job that is to wait for an hour; answers its id. */
export async function addDelayedJob(api: TestApi): Promise<string> {
  const jobId = `job_${randomUUID()}`;
  const queue = new Queue(queueName, { connection: { url: api.redis.url }, prefix: api.redis.prefix });
  try {
    await queue.add('leadImports', { jobId }, { jobId, delay: 3_600_000 });
  } finally {
    await queue.close();
  }
  return jobId;
}

/** What the queue says of a job: `failed`, `waiting`, or `unknown` where it is gone. */
export async function queueStateOf(api: TestApi, jobId: string): Promise<string> {
  const queue = new Queue(queueName, { connection: { url: api.redis.url }, prefix: api.redis.prefix });
  try {
    return await queue.getJobState(jobId);
  } finally {
    await queue.close();
  }
}
