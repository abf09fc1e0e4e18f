import { jobCatalogue, type JobQueueKey, type JobType } from '@leadbridge/contracts';
import {
  createGroupCommit,
  currentRequestContext,
  currentTrace,
  traceOf,
  type GroupCommit,
  type Logger,
  type RedisSettings,
} from '@leadbridge/platform';
import { QueueEvents } from 'bullmq';

import { queueCatalog, retention, type QueueKey } from './catalog.js';
import { producerConnection, workerConnection, type RedisConnection } from './connections.js';
import { openQueues, type QueueData, type Queues } from './queues.js';
import { redisOutage } from './redis-outage.js';

export interface JobReference {
  readonly jobId: string;
  readonly type: JobType;
}

/** The producing side of the queues; see the port `JobQueue`. */
export interface JobProducer {
  enqueue(job: JobReference): Promise<void>;
  waitFor(job: JobReference, milliseconds: number): Promise<boolean>;
  promoteDelayed(job: JobReference): Promise<void>;
  /** True when the queue knows the job and will still run it. */
  holds(job: JobReference): Promise<boolean>;
  /** Brings in a job that the queue does not hold, in its own trace, in place of what it may remember of it as ended. */
  restore(job: JobReference & Omit<QueueData, 'jobId'>): Promise<void>;
  readonly queues: Queues;
  readonly connection: RedisConnection;
  close(): Promise<void>;
}

interface Addition {
  readonly type: JobType;
  readonly data: QueueData;
}

/** Jobs that ended lately, so that a wait that begins after the end still sees it. */
const rememberedEnds = 10_000;

/** The queues whose jobs somebody may wait for. */
const waitedKeys = [...new Set(Object.values(jobCatalogue).map(({ queue }) => queue))];

/** Opens the producing side. `waits: false` leaves out the listeners that `waitFor` needs. */
export function createJobQueue(settings: {
  redis: RedisSettings;
  prefix: string;
  logger: Logger;
  waits?: boolean;
}): JobProducer {
  const connection = producerConnection(settings.redis, settings.logger);
  const queues = openQueues(connection, settings.prefix, settings.logger);
  const listening: RedisConnection[] = [];
  const additions = new Map<JobQueueKey, GroupCommit<Addition>>(
    waitedKeys.map((key) => [key, createGroupCommit(async (jobs) => addAll(key, jobs))]),
  );
  const waiting = new Map<string, Set<() => void>>();
  const ended = new Set<string>();
  const listeners = settings.waits === false ? [] : waitedKeys.map(listen);

  async function addAll(key: JobQueueKey, jobs: readonly Addition[]): Promise<void> {
    await queues[key].addBulk(
      jobs.map(({ type, data }) => ({
        name: key,
        data,
        opts: {
          jobId: data.jobId,
          attempts: jobCatalogue[type].attempts,
          backoff: { type: 'catalog' },
          ...retention,
        },
      })),
    );
  }

  async function add(type: JobType, data: QueueData): Promise<void> {
    await additions.get(jobCatalogue[type].queue)?.submit({ type, data });
  }

  function listen(key: QueueKey): QueueEvents {
    const own = workerConnection(settings.redis, settings.logger);
    listening.push(own);
    const events = new QueueEvents(queueCatalog[key].name, { connection: own, prefix: settings.prefix });
    const settle = ({ jobId }: { jobId: string }): void => {
      const wakes = waiting.get(jobId);
      if (wakes !== undefined) {
        waiting.delete(jobId);
        wakes.forEach((wake) => {
          wake();
        });
        return;
      }
      ended.add(jobId);
      if (ended.size > rememberedEnds) {
        ended.delete(ended.values().next().value ?? jobId);
      }
    };
    events.on('completed', settle);
    events.on('failed', settle);
    events.on('error', redisOutage(settings.logger).lost);
    return events;
  }

  return {
    queues,
    connection,

    async enqueue({ jobId, type }) {
      const { requestId } = currentRequestContext();
      await add(type, { jobId, ...ofRequest(requestId), ...currentTrace() });
    },

    async waitFor({ jobId }, milliseconds) {
      if (ended.delete(jobId)) {
        return true;
      }
      return await new Promise<boolean>((resolve) => {
        const wakes = waiting.get(jobId) ?? new Set();
        waiting.set(jobId, wakes);
        const timer = setTimeout(() => {
          wakes.delete(wake);
          if (wakes.size === 0) {
            waiting.delete(jobId);
          }
          resolve(false);
        }, milliseconds);
        const wake = (): void => {
          clearTimeout(timer);
          resolve(true);
        };
        wakes.add(wake);
      });
    },

    async promoteDelayed({ jobId, type }) {
      const job = await queues[jobCatalogue[type].queue].getJob(jobId);
      if ((await job?.isDelayed()) === true) {
        await job?.promote();
      }
    },

    async holds({ jobId, type }) {
      const queue = queues[jobCatalogue[type].queue];
      const state = await queue.getJobState(jobId);
      return state !== 'unknown' && state !== 'failed' && state !== 'completed';
    },

    async restore({ jobId, type, requestId, ...origin }) {
      await queues[jobCatalogue[type].queue].remove(jobId);
      await add(type, { jobId, ...ofRequest(requestId), ...traceOf(origin) });
    },

    async close() {
      await Promise.all([...listeners, ...Object.values(queues)].map(async (part) => part.close()));
      [connection, ...listening].forEach((each) => {
        each.disconnect();
      });
    },
  };
}

function ofRequest(requestId: string | undefined): Pick<QueueData, 'requestId'> {
  return requestId === undefined ? {} : { requestId };
}
