import type { Clock, Logger } from '@leadbridge/platform';
import type { DeliveryLanes } from '@leadbridge/usecases';

import { retention } from './catalog.js';
import type { JobProducer } from './job-queue.js';
import type { QueueData } from './queues.js';

/** Jobs that succeeded need no further record. */
const maxCompletedJobs = 500;
const attempts = 3;

/**
 * Each webhook has at most one running and one waiting job: a wake-up during a job starts another one as soon
 * as it has ended, so that a delivery that becomes due at its end is not missed.
 */
export function createDeliveryLanes(settings: {
  queue: Pick<JobProducer, 'queues' | 'connection'>;
  clock: Clock;
  logger: Logger;
}): DeliveryLanes {
  const { queue, clock, logger } = settings;

  return {
    async wake(webhookIds) {
      if (webhookIds.length === 0) {
        return;
      }
      try {
        // A queue that has never been connected would wait for its Redis.
        if (queue.connection.status !== 'ready') {
          throw new Error('Redis is unavailable');
        }
        const timestamp = clock.now();
        await queue.queues.webhookDeliveries.addBulk(
          webhookIds.map((webhookId) => ({
            name: 'webhookDeliveries',
            data: { jobId: webhookId } satisfies QueueData,
            opts: {
              timestamp,
              deduplication: { id: webhookId, keepLastIfActive: true },
              attempts,
              backoff: { type: 'catalog' },
              ...retention,
              removeOnComplete: { count: maxCompletedJobs },
            },
          })),
        );
      } catch (error) {
        logger.warn('deliveries could not be queued; they will be found from their records', { error });
      }
    },
  };
}
