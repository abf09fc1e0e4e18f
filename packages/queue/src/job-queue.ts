import { jobCatalogue, type JobQueueKey, type JobType } from '@leadbridge/contracts';
import { createGroupCommit, currentRequestContext, currentTrace, traceOf } from '@leadbridge/platform';
import type { Clock, Logger, RedisSettings } from '@leadbridge/platform';
import { QueueEvents } from 'bullmq';

import { queueCatalog, retention, type QueueKey } from './catalog.js';
import { producerConnection, workerConnection, type RedisConnection } from './connections.js';
import { createJobEnds, type JobEnds } from './job-ends.js';
import { openQueues, type QueueData, type Queues } from './queues.js';
import { redisOutage } from './redis-outage.js';

export interface JobReference {
  readonly jobId: string;
  readonly type: JobType;
}

/** The producing side of the queues; see the port `JobQueue`. */
export interface JobProducer {
  enqueue(job: JobReference): Promise<void>;
  waitFor(job: JobReference, timeoutMs: number): Promise<boolean>;
  promoteDelayed(job: JobReference): Promise<void>;
  /** True if the queue has the job and will still run it. */
  holds(job: JobReference): Promise<boolean>;
  /** Adds a job that the queue does not have, in its own trace, replacing an ended one with the same id. */
  restore(job: JobReference & Omit<QueueData, 'jobId'>): Promise<void>;
  readonly queues: Queues;
  readonly connection: RedisConnection;
  close(): Promise<void>;
}

interface Addition {
  readonly type: JobType;
  readonly data: QueueData;
}

/** The queues whose jobs callers may wait for. */
const waitedKeys = [...new Set(Object.values(jobCatalogue).map(({ queue }) => queue))];

interface QueueSettings {
  readonly redis: RedisSettings;
  readonly prefix: string;
  /** From which the time of a job is taken: the machines' own clocks may differ. */
  readonly clock: Clock;
  readonly logger: Logger;
  readonly waits?: boolean;
}

/** Opens the producing side. `waits: false` omits the listeners that `waitFor` needs. */
export function createJobQueue(settings: QueueSettings): JobProducer {
  const { redis, prefix, clock, logger, waits = true } = settings;
  const connection = producerConnection(redis, logger);
  const queues = openQueues(connection, prefix, logger);
  const ends = createJobEnds();
  // BullMQ opens another one like it for each listener, which blocks it.
  const listening = waits ? workerConnection(redis, logger) : null;
  const listeners = listening === null ? [] : waitedKeys.map((key) => listen(settings, listening, ends, key));
  const additions = new Map(
    waitedKeys.map((key) => [
      key,
      createGroupCommit<Addition>(async (jobs) => addAll(queues, key, jobs, clock.now())),
    ]),
  );
  const queueOf = (type: JobType) => queues[jobCatalogue[type].queue];
  const add = async (type: JobType, data: QueueData): Promise<void> =>
    additions.get(jobCatalogue[type].queue)?.submit({ type, data });

  return {
    queues,
    connection,
    async enqueue({ jobId, type }) {
      const { requestId } = currentRequestContext();
      await add(type, { jobId, ...ofRequest(requestId), ...currentTrace() });
    },
    waitFor: async ({ jobId }, timeoutMs) => ends.waitFor(jobId, timeoutMs),
    async promoteDelayed({ jobId, type }) {
      const job = await queueOf(type).getJob(jobId);
      if ((await job?.isDelayed()) === true) {
        await job?.promote();
      }
    },
    async holds({ jobId, type }) {
      const state = await queueOf(type).getJobState(jobId);
      return state !== 'unknown' && state !== 'failed' && state !== 'completed';
    },
    async restore({ jobId, type, requestId, ...origin }) {
      await queueOf(type).remove(jobId);
      await add(type, { jobId, ...ofRequest(requestId), ...traceOf(origin) });
    },
    async close() {
      await Promise.all([...listeners, ...Object.values(queues)].map(async (part) => part.close()));
      connection.disconnect();
      listening?.disconnect();
    },
  };
}

function listen(
  { prefix, logger }: QueueSettings,
  connection: RedisConnection,
  ends: JobEnds,
  key: QueueKey,
): QueueEvents {
  const events = new QueueEvents(queueCatalog[key].name, { connection, prefix });
  const settle = ({ jobId }: { jobId: string }): void => ends.settle(jobId);
  events.on('completed', settle);
  events.on('failed', settle);
  events.on('error', redisOutage(logger).lost);
  return events;
}

async function addAll(
  queues: Queues,
  key: JobQueueKey,
  jobs: readonly Addition[],
  timestamp: number,
): Promise<void> {
  await queues[key].addBulk(
    jobs.map(({ type, data }) => ({
      name: key,
      data,
      opts: {
        jobId: data.jobId,
        timestamp,
        attempts: jobCatalogue[type].attempts,
        backoff: { type: 'catalog' },
        ...retention,
      },
    })),
  );
}

function ofRequest(requestId: string | undefined): Pick<QueueData, 'requestId'> {
  return requestId === undefined ? {} : { requestId };
}
