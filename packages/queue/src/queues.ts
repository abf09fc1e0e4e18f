import type { Logger, Traced } from '@leadbridge/platform';
import { Queue } from 'bullmq';

import { queueCatalog, type QueueDefinition, type QueueKey } from './catalog.js';
import type { RedisConnection } from './connections.js';
import { redisOutage } from './redis-outage.js';

export interface QueueData extends Traced {
  readonly jobId: string;
  /** The request that started it, for its log lines. */
  readonly requestId?: string;
}

export type Queues = Readonly<Record<QueueKey, Queue<QueueData>>>;

/** One BullMQ queue for each entry of the catalog, over one connection. */
export function openQueues(connection: RedisConnection, prefix: string, logger: Logger): Queues;
export function openQueues(connection: RedisConnection, prefix: string, logger: Logger): object {
  const open = ({ name }: QueueDefinition): Queue<QueueData> => {
    const queue = new Queue<QueueData>(name, { connection, prefix });
    queue.on('error', redisOutage(logger).lost);
    return queue;
  };
  return Object.fromEntries(Object.entries(queueCatalog).map(([key, definition]) => [key, open(definition)]));
}
