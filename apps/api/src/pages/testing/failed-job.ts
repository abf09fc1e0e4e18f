import { randomUUID } from 'node:crypto';

import { Queue, Worker } from 'bullmq';

import type { TestApi } from '../../testing/test-api.js';

const queueName = 'lead-imports';

/** Adds a failed job to the real queue; returns its id. No other job may wait meanwhile. */
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

/** Adds a job that is delayed by an hour; returns its id. */
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

/** The queue's state of a job: `failed`, `waiting`, or `unknown` if it no longer exists. */
export async function queueStateOf(api: TestApi, jobId: string): Promise<string> {
  const queue = new Queue(queueName, { connection: { url: api.redis.url }, prefix: api.redis.prefix });
  try {
    return await queue.getJobState(jobId);
  } finally {
    await queue.close();
  }
}
