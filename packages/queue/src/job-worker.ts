import { inSpan, withRequestContext, withTraceparent, type Logger } from '@leadbridge/platform';
import { DelayedError, Worker, type Job } from 'bullmq';

import { queueCatalog, recovery, type QueueKey } from './catalog.js';
import { workerConnection } from './connections.js';
import type { QueueData } from './queues.js';

export interface JobRun {
  readonly jobId: string;
  /** From 1. */
  readonly attempt: number;
  /** True when a failure now is the last one. */
  readonly lastAttempt: boolean;
}

/** `continueAt` (Unix milliseconds): the work has to wait, which costs no attempt and holds no worker. */
export type JobRunResult = { readonly done: true } | { readonly done: false; readonly continueAt: number };

export type JobHandler = (run: JobRun) => Promise<JobRunResult>;

export interface JobWorker {
  close(): Promise<void>;
}

/** Milliseconds before the next attempt, after `attemptsMade` failures, spread by a fifth so that failures do not come back in step. */
export function retryDelay(key: QueueKey, attemptsMade: number, random: number): number {
  const delays: readonly number[] = queueCatalog[key].retryDelays;
  const delay = delays[Math.min(attemptsMade, delays.length) - 1] ?? 1_000;
  return Math.round(delay * (0.9 + random * 0.2));
}

/** Consumes one queue of the catalogue with `concurrency` jobs at once. */
export function createJobWorker(
  key: QueueKey,
  handler: JobHandler,
  settings: { redisUrl: string; prefix: string; concurrency: number; logger: Logger },
): JobWorker {
  const definition = queueCatalog[key];

  async function process(job: Job<QueueData>, token?: string): Promise<void> {
    const { jobId, traceparent } = job.data;
    const attempt = job.attemptsMade + 1;
    const span = {
      kind: 'consumer',
      name: `job ${key}`,
      attributes: { 'job.id': jobId, 'job.attempt': attempt },
    } as const;
    await withRequestContext({ jobId }, async () => {
      const result = await withTraceparent(traceparent, () =>
        inSpan(span, () => handler({ jobId, attempt, lastAttempt: attempt >= definition.attempts })),
      );
      if (!result.done) {
        await job.moveToDelayed(result.continueAt, token);
        throw new DelayedError();
      }
    });
  }

  const connection = workerConnection(settings.redisUrl, settings.logger);
  const worker = new Worker<QueueData>(definition.name, process, {
    connection,
    prefix: settings.prefix,
    concurrency: settings.concurrency,
    ...recovery,
    settings: { backoffStrategy: (attemptsMade) => retryDelay(key, attemptsMade, Math.random()) },
  });
  worker.on('failed', (job, error) => {
    settings.logger.warn('a job failed', { job_id: job?.id, attempts: job?.attemptsMade, error });
  });
  worker.on('error', (error) => {
    settings.logger.warn('a queue consumer is in trouble', { queue: definition.name, error });
  });
  worker.on('stalled', (jobId) => {
    settings.logger.warn('a job lost its worker and is run again', { job_id: jobId });
  });

  return {
    async close() {
      await worker.close();
      connection.disconnect();
    },
  };
}
