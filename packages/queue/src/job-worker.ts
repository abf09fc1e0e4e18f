import { createHash } from 'node:crypto';

import {
  inSpan,
  withRequestContext,
  withTraceparent,
  type Clock,
  type Logger,
  type RedisSettings,
} from '@leadbridge/platform';
import type { RunResult } from '@leadbridge/usecases';
import { DelayedError, Worker, type Job } from 'bullmq';

import { queueCatalog, recovery, type QueueKey } from './catalog.js';
import { workerConnection } from './connections.js';
import type { QueueData } from './queues.js';
import { redisOutage } from './redis-outage.js';

export interface JobRun {
  readonly jobId: string;
  /** From 1. */
  readonly attempt: number;
  /** True when a failure now is the last one. */
  readonly lastAttempt: boolean;
}

/** As the use cases say what became of a run; `continueAt` is by the clock of the worker's settings, and a job that waits holds no worker. */
export type JobRunResult = RunResult & {
  /** Asked once the job is put back: true where it is to be run at once after all, as something came up meanwhile. */
  readonly isWantedNow?: () => Promise<boolean>;
};

export type JobHandler = (run: JobRun) => Promise<JobRunResult>;

export interface JobWorker {
  close(): Promise<void>;
}

/**
 * Milliseconds before the next attempt, after `attemptsMade` failures. They are spread by a fifth, so that failures do not come back in step, and
 * the same whoever asks.
 */
export function retryDelay(key: QueueKey, attemptsMade: number, jobId: string): number {
  const delays: readonly number[] = queueCatalog[key].retryDelays;
  const delay = delays[Math.min(attemptsMade, delays.length) - 1] ?? 1_000;
  const spread = createHash('sha256').update(`${jobId}:${attemptsMade}`).digest().readUInt32BE() / 2 ** 32;
  return Math.round(delay * (0.9 + spread * 0.2));
}

/**
 * Consumes one queue of the catalogue with `concurrency` jobs at once. Each run that comes to an end logs a line, as each request does at the
 * edge, with the ids of the job and of the request that asked for it.
 */
export function createJobWorker(
  key: QueueKey,
  handler: JobHandler,
  settings: {
    redis: RedisSettings;
    prefix: string;
    concurrency: number;
    /** Of each job that has come to its end, the seconds since it was put into the queue. */
    countJob?: (job: { readonly queue: string; readonly seconds: number }) => void;
    clock: Clock;
    logger: Logger;
  },
): JobWorker {
  const definition = queueCatalog[key];
  // A webhook's deliveries are counted and kept as rows of their own.
  const isQuiet = key === 'webhookDeliveries';

  async function process(job: Job<QueueData>, token?: string): Promise<void> {
    const { jobId, requestId, traceparent } = job.data;
    const attempt = job.attemptsMade + 1;
    const startedAt = Date.now();
    const span = {
      kind: 'consumer',
      name: `job ${key}`,
      attributes: { 'job.id': jobId, 'job.attempt': attempt },
    } as const;
    await withRequestContext({ jobId, ...(requestId === undefined ? {} : { requestId }) }, async () => {
      const result = await withTraceparent(traceparent, () =>
        inSpan(span, () => handler({ jobId, attempt, lastAttempt: attempt >= (job.opts.attempts ?? 1) })),
      );
      const fields = { queue: definition.name, attempt, milliseconds: Date.now() - startedAt };
      if (!result.done) {
        settings.logger.debug('a job waits', fields);
        // BullMQ compares with the clock of the machine, which may be another.
        const waitMs = Math.max(0, result.continueAt - settings.clock.now());
        await job.moveToDelayed(Date.now() + waitMs, token);
        await promoteWhereWanted(job, result.isWantedNow, settings.logger);
        throw new DelayedError();
      }
      settings.logger[isQuiet ? 'debug' : 'info']('job', fields);
      settings.countJob?.({
        queue: definition.name,
        seconds: Math.max(0, Date.now() - job.timestamp) / 1_000,
      });
    });
  }

  const connection = workerConnection(settings.redis, settings.logger);
  const worker = new Worker<QueueData>(definition.name, process, {
    connection,
    prefix: settings.prefix,
    concurrency: settings.concurrency,
    ...recovery,
    settings: {
      backoffStrategy: (attemptsMade, _type, _error, job) => retryDelay(key, attemptsMade, job?.id ?? ''),
    },
  });
  worker.on('failed', (job, error) => {
    settings.logger.warn('a job failed', {
      queue: definition.name,
      job_id: job?.data.jobId,
      request_id: job?.data.requestId,
      attempts: job?.attemptsMade,
      error,
    });
  });
  worker.on('error', (error) => {
    if (connection.status === 'ready') {
      settings.logger.warn('a queue consumer reported an error', { queue: definition.name, error });
    } else {
      redisOutage(settings.logger).lost(error);
    }
  });
  worker.on('stalled', (jobId) => {
    settings.logger.warn('a job lost its worker and is retried', { job_id: jobId });
  });

  return {
    async close() {
      await worker.close();
      connection.disconnect();
    },
  };
}

/**
 * A caller that promotes a delayed job (`JobQueue.promoteDelayed`) finds nothing to promote while it is still running. Looking here once
 * it waits leaves no moment between the two.
 */
async function promoteWhereWanted(
  job: Job<QueueData>,
  isWantedNow: (() => Promise<boolean>) | undefined,
  logger: Logger,
): Promise<void> {
  try {
    if ((await isWantedNow?.()) === true && (await job.isDelayed())) {
      await job.promote();
    }
  } catch (error) {
    // It runs when it is its turn, or somebody else has brought it on.
    logger.debug('a job that was put back could not be brought on', { error });
  }
}
