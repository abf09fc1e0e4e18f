import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

import { queueCatalog, type QueueKey } from './catalog.js';

export interface QueueData {
  readonly jobId: string;
}

export type Queues = Readonly<Record<QueueKey, Queue<QueueData>>>;

/** One BullMQ queue for each entry of the catalogue, over one connection. */
export function openQueues(connection: Redis, prefix: string): Queues {
  const open = (key: QueueKey): Queue<QueueData> =>
    new Queue<QueueData>(queueCatalog[key].name, { connection, prefix });
  return {
    leadImports: open('leadImports'),
    lifecycle: open('lifecycle'),
    optOuts: open('optOuts'),
    ticketChanges: open('ticketChanges'),
    webhookDeliveries: open('webhookDeliveries'),
    bulkImports: open('bulkImports'),
  };
}
