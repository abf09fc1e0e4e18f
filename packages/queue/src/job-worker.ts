import { createHash } from 'node:crypto';

import { inSpan, withRequestContext, withTraceparent } from '@leadbridge/platform';
import type { Clock, LogFields, Logger, RedisSettings } from '@leadbridge/platform';
import type { RunResult } from '@leadbridge/usecases';
import { DelayedError, Job, Worker } from 'bullmq';

import { queueCatalog, recovery, type QueueKey } from './catalog.js';
import { workerConnection, type RedisConnection } from './connections.js';
import type { QueueData } from './queues.js';
import { redisOutage } from './redis-outage.js';

export interface JobRun {
  readonly jobId: string;
  /** From 1. */
  readonly attempt: number;
  /** True if a failure now is final. */
  readonly lastAttempt: boolean;
}

/** A waiting job occupies no worker; `continueAt` is by the clock of the settings. */
export type JobRunResult = RunResult & {
  /** Called once the job is put back: true if something has changed that lets it run at once. */
  readonly isWantedNow?: () => Promise<boolean>;
};

export type JobHandler = (run: JobRun) => Promise<JobRunResult>;

export interface JobWorker {
  close(): Promise<void>;
}

/** Spread by a fifth, so that failed jobs do not return together, but deterministic for each job. */
export function retryDelay(key: QueueKey, attemptsMade: number, jobId: string): number {
  const delays: readonly number[] = queueCatalog[key].retryDelays;
  const delay = delays[Math.min(attemptsMade, delays.length) - 1] ?? 1_000;
  const spread = createHash('sha256').update(`${jobId}:${attemptsMade}`).digest().readUInt32BE() / 2 ** 32;
  return Math.round(delay * (0.9 + spread * 0.2));
}

export interface Consumer {
  readonly key: QueueKey;
  readonly handler: JobHandler;
  /** Jobs at once. */
  readonly concurrency: number;
}

export interface WorkerSettings {
  readonly redis: RedisSettings;
  readonly prefix: string;
  /** Called for each job that has ended, with the seconds since it was added to the queue. */
  readonly countJob?: (job: { readonly queue: string; readonly seconds: number }) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Consumes queues over one connection, beside which BullMQ opens one for each queue, to wait on. Each run that ends
 * logs a line, like each request of the API, with the ids of the job and of the request that started it.
 */
export function createJobWorker(consumers: readonly Consumer[], settings: WorkerSettings): JobWorker {
  const connection = workerConnection(settings.redis, settings.logger);
  const workers = consumers.map((consumer) => consume(consumer, connection, settings));
  return {
    async close() {
      await Promise.all(workers.map(async (worker) => worker.close()));
      connection.disconnect();
    },
  };
}

function consume(
  consumer: Consumer,
  connection: RedisConnection,
  settings: WorkerSettings,
): Worker<QueueData> {
  const { key, concurrency } = consumer;
  const worker = new Worker<QueueData>(
    queueCatalog[key].name,
    async (job, token) => withLock(job, token, async () => processJob(consumer, settings, job, token)),
    {
      connection,
      prefix: settings.prefix,
      concurrency,
      ...recovery,
      skipLockRenewal: true,
      settings: {
        backoffStrategy: (attemptsMade, _type, _error, job) => retryDelay(key, attemptsMade, job?.id ?? ''),
      },
    },
  );
  logFaults(key, worker, connection, settings.logger);
  return worker;
}

/**
 * Renews the lock of one run. BullMQ renews by job: when a run that has put its job back ends, it also stops the
 * renewal of the next one, if that has begun in this process meanwhile, so that a third would run beside it.
 */
async function withLock(
  job: Job<QueueData>,
  token: string | undefined,
  run: () => Promise<void>,
): Promise<void> {
  const renewal = setInterval(() => {
    // If none succeeds, the job counts as abandoned, and is run again.
    job.extendLock(token ?? '', recovery.lockDuration).catch(() => undefined);
  }, recovery.lockDuration / 2);
  try {
    await run();
  } finally {
    clearInterval(renewal);
  }
}

async function processJob(
  { key, handler }: Consumer,
  settings: WorkerSettings,
  job: Job<QueueData>,
  token?: string,
): Promise<void> {
  const { jobId, requestId, traceparent } = job.data;
  const attempt = job.attemptsMade + 1;
  const startedAt = Date.now();
  const span = {
    kind: 'consumer',
    name: `job ${key}`,
    attributes: { 'job.id': jobId, 'job.attempt': attempt },
  } as const;
  const context = { ...(isLane(key) ? {} : { jobId }), ...(requestId === undefined ? {} : { requestId }) };
  await withRequestContext(context, async () => {
    const result = await withTraceparent(traceparent, () =>
      inSpan(span, () => handler({ jobId, attempt, lastAttempt: attempt >= (job.opts.attempts ?? 1) })),
    );
    const queue = queueCatalog[key].name;
    const fields = { queue, attempt, milliseconds: Date.now() - startedAt };
    if (!result.done) {
      settings.logger.debug('a job waits', fields);
      await putBack(job, result, settings, token);
      throw new DelayedError();
    }
    // A webhook's deliveries are counted and stored as rows of their own.
    settings.logger[isLane(key) ? 'debug' : 'info']('job', fields);
    settings.countJob?.({ queue, seconds: Math.max(0, settings.clock.now() - job.timestamp) / 1_000 });
  });
}

async function putBack(
  job: Job<QueueData>,
  { continueAt, isWantedNow }: Extract<JobRunResult, { readonly done: false }>,
  { clock, logger }: Pick<WorkerSettings, 'clock' | 'logger'>,
  token?: string,
): Promise<void> {
  // BullMQ compares with the machine's clock, which may differ.
  const waitMs = Math.max(0, continueAt - clock.now());
  await job.moveToDelayed(Date.now() + waitMs, token);
  await promoteWhereWanted(job, isWantedNow, logger);
}

function logFaults(
  key: QueueKey,
  worker: Worker<QueueData>,
  connection: RedisConnection,
  logger: Logger,
): void {
  const idsOf = ({ jobId, requestId }: QueueData): LogFields =>
    isLane(key)
      ? { webhook_id: jobId }
      : { job_id: jobId, ...(requestId === undefined ? {} : { request_id: requestId }) };
  worker.on('failed', (job, error) => {
    const ids = job === undefined ? {} : idsOf(job.data);
    logger.warn('a job failed', { queue: worker.name, ...ids, attempts: job?.attemptsMade, error });
  });
  worker.on('error', (error) => {
    if (connection.status === 'ready') {
      logger.warn('a queue consumer reported an error', { queue: worker.name, error });
    } else {
      redisOutage(logger).lost(error);
    }
  });
  // BullMQ tells its own id, which for a lane is a number.
  worker.on('stalled', (queueId) => {
    void Job.fromId<QueueData>(worker, queueId)
      .catch(() => undefined)
      .then((job) => {
        const ids = job === undefined ? {} : idsOf(job.data);
        logger.warn('a job lost its worker and is retried', { queue: worker.name, ...ids });
      });
  });
}

/** A lane has the id of its webhook, and records the errors of several lanes at once. */
function isLane(key: QueueKey): boolean {
  return key === 'webhookDeliveries';
}

/**
 * A caller that promotes a delayed job (`JobQueue.promoteDelayed`) finds nothing to promote while it still
 * runs. Checking again once it is delayed leaves no gap between the two.
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
    // It runs when its time has come, or another caller has promoted it.
    logger.debug('a delayed job could not be promoted', { error });
  }
}
