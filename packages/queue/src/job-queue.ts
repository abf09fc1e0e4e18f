import { jobCatalogue, type JobQueueKey, type JobType } from '@leadbridge/contracts';
import { createGroupCommit, currentRequestContext, currentTrace, traceOf } from '@leadbridge/platform';
import type { Clock, GroupCommit, Logger, RedisSettings } from '@leadbridge/platform';
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

/** The connections and queues of a producer. */
interface ProducerParts {
  readonly queues: Queues;
  readonly additions: ReadonlyMap<JobQueueKey, GroupCommit<Addition>>;
  /** Receive the ends of the jobs of one queue each. */
  readonly listeners: readonly QueueEvents[];
  readonly connections: readonly RedisConnection[];
}

/** Opens the producing side. `waits: false` omits the listeners that `waitFor` needs. */
export function createJobQueue(settings: QueueSettings): JobProducer {
  const connection = producerConnection(settings.redis, settings.logger);
  const queues = openQueues(connection, settings.prefix, settings.logger);
  const ends = createJobEnds();
  // BullMQ opens another one like it for each listener, which blocks it.
  const listening = settings.waits === false ? null : workerConnection(settings.redis, settings.logger);
  const parts: ProducerParts = {
    connections: listening === null ? [connection] : [connection, listening],
    queues,
    additions: new Map(
      waitedKeys.map((key) => [
        key,
        createGroupCommit(async (jobs) => addAll(queues, key, jobs, settings.clock.now())),
      ]),
    ),
    listeners: listening === null ? [] : waitedKeys.map((key) => listen(settings, listening, ends, key)),
  };

  return {
    queues,
    connection,
    enqueue: async (job) => enqueue(parts, job),
    waitFor: async ({ jobId }, timeoutMs) => ends.waitFor(jobId, timeoutMs),
    promoteDelayed: async (job) => promoteDelayed(parts, job),
    holds: async (job) => holds(parts, job),
    restore: async (job) => restore(parts, job),
    close: async () => close(parts),
  };
}

function listen(
  { prefix, logger }: QueueSettings,
  connection: RedisConnection,
  ends: JobEnds,
  key: QueueKey,
): QueueEvents {
  const events = new QueueEvents(queueCatalog[key].name, { connection, prefix });
  const settle = ({ jobId }: { jobId: string }): void => {
    ends.settle(jobId);
  };
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

async function add({ additions }: ProducerParts, type: JobType, data: QueueData): Promise<void> {
  await additions.get(jobCatalogue[type].queue)?.submit({ type, data });
}

async function enqueue(parts: ProducerParts, { jobId, type }: JobReference): Promise<void> {
  const { requestId } = currentRequestContext();
  await add(parts, type, { jobId, ...ofRequest(requestId), ...currentTrace() });
}

async function promoteDelayed({ queues }: ProducerParts, { jobId, type }: JobReference): Promise<void> {
  const job = await queues[jobCatalogue[type].queue].getJob(jobId);
  if ((await job?.isDelayed()) === true) {
    await job?.promote();
  }
}

async function holds({ queues }: ProducerParts, { jobId, type }: JobReference): Promise<boolean> {
  const state = await queues[jobCatalogue[type].queue].getJobState(jobId);
  return state !== 'unknown' && state !== 'failed' && state !== 'completed';
}

async function restore(
  parts: ProducerParts,
  { jobId, type, requestId, ...origin }: JobReference & Omit<QueueData, 'jobId'>,
): Promise<void> {
  await parts.queues[jobCatalogue[type].queue].remove(jobId);
  await add(parts, type, { jobId, ...ofRequest(requestId), ...traceOf(origin) });
}

async function close({ listeners, queues, connections }: ProducerParts): Promise<void> {
  const open = [...listeners, ...Object.values(queues)];
  await Promise.all(open.map(async (part) => part.close()));
  for (const connection of connections) {
    connection.disconnect();
  }
}

function ofRequest(requestId: string | undefined): Pick<QueueData, 'requestId'> {
  return requestId === undefined ? {} : { requestId };
}
