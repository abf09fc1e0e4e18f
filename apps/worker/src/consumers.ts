import type { Clock, Logger, RedisSettings } from '@leadbridge/platform';
import { createJobWorker, type JobHandler, type JobWorker, type QueueKey } from '@leadbridge/queue';

/**
 * Where a job mostly waits, a slot is cheap, and there are more of them: single imports wait for the batch that takes them along, deliveries for
 * the targets, of which one that hangs holds a slot for long.
 */
const slotsPerJob: Readonly<Partial<Record<QueueKey, number>>> = { leadImports: 10, webhookDeliveries: 25 };
/** A bulk import works through its rows alone; more of them at once would only take turns. */
const bulkImportsAtOnce = 4;

/** An erasure reads all there is. */
const erasuresAtOnce = 1;

const jobsAtOnce: Readonly<Partial<Record<QueueKey, number>>> = {
  bulkImports: bulkImportsAtOnce,
  erasures: erasuresAtOnce,
};

export function startConsumers(
  handlers: Readonly<Record<QueueKey, JobHandler>>,
  settings: { redis: RedisSettings; prefix: string; concurrency: number; clock: Clock; logger: Logger },
): JobWorker[] {
  return (Object.keys(handlers) as QueueKey[]).map((key) =>
    createJobWorker(key, handlers[key], {
      ...settings,
      concurrency: Math.min(
        settings.concurrency * (slotsPerJob[key] ?? 1),
        jobsAtOnce[key] ?? Number.POSITIVE_INFINITY,
      ),
    }),
  );
}
