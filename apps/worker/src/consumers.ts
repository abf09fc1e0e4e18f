import { createJobWorker, queueCatalog } from '@leadbridge/queue';
import type { JobHandler, JobWorker, QueueKey, WorkerSettings } from '@leadbridge/queue';

/**
 * Jobs that mostly wait need little of a slot, so they get more of them: single imports wait for the batch
 * that includes them, deliveries for targets, which may occupy a slot for long if they hang.
 */
const slotsPerJob: Readonly<Partial<Record<QueueKey, number>>> = { leadImports: 10, webhookDeliveries: 25 };
/** A bulk import processes its rows alone; more of them at once would only take turns. */
const bulkImportsAtOnce = 4;
const undosAtOnce = 2;
const psaChecksAtOnce = 1;

/** An erasure reads all data. */
const erasuresAtOnce = 1;

const jobsAtOnce: Readonly<Partial<Record<QueueKey, number>>> = {
  bulkImports: bulkImportsAtOnce,
  undos: undosAtOnce,
  psaChecks: psaChecksAtOnce,
  erasures: erasuresAtOnce,
};

interface ConsumerSettings extends Required<WorkerSettings> {
  readonly concurrency: number;
  /** Names of the queues that this worker consumes; null for all. */
  readonly queueNames: readonly string[] | null;
}

export function startConsumers(
  handlers: Readonly<Record<QueueKey, JobHandler>>,
  { queueNames, concurrency, ...settings }: ConsumerSettings,
): JobWorker {
  const keys = (Object.keys(handlers) as QueueKey[]).filter(
    (key) => queueNames === null || queueNames.includes(queueCatalog[key].name),
  );
  const consumers = keys.map((key) => ({
    key,
    handler: handlers[key],
    concurrency: Math.min(concurrency * (slotsPerJob[key] ?? 1), jobsAtOnce[key] ?? Number.POSITIVE_INFINITY),
  }));
  return createJobWorker(consumers, settings);
}
