import type { Logger, ShutdownStep } from '@leadbridge/platform';
import { redisPrefixOf } from '@leadbridge/queue';
import { ensureEveryIndex } from '@leadbridge/store';

import { openHashedOptOuts } from './compose-erasures.js';
import { composeMirror } from './compose-mirror.js';
import { composeWebhooks } from './compose-webhooks.js';
import { composeWork } from './compose-work.js';
import type { WorkerConfig } from './config.js';
import { connectWorker } from './compose-connections.js';
import { startConsumers } from './consumers.js';
import { jobHandlers } from './handlers/index.js';
import { watchPsaSetup } from './schedules/watch-psa-setup.js';
import { startHeartbeats, startSchedules } from './compose-schedules.js';

/** How long a stop waits for running batches before it ends their waiting for the PSA's budget. */
const drainMilliseconds = 8_000;

/** Connects everything, starts consuming, and returns the shutdown steps in order. */
export async function startWorker(config: WorkerConfig, logger: Logger): Promise<readonly ShutdownStep[]> {
  let stopping = false;
  const connections = await connectWorker(config, logger);
  const { mongo, redis, queue, settings, psa, wakeUps, metrics, clock, maintenance } = connections;
  const mirroring = composeMirror(config, connections);
  const webhooks = composeWebhooks(config, connections);
  const work = composeWork(config, {
    ...{ connections, mirroring, deliveries: webhooks.deliveries },
    isStopping: () => stopping,
  });
  await ensureEveryIndex(mongo);
  await openHashedOptOuts(config, mongo);
  const setup = watchPsaSetup({ check: async () => psa.lacking(), clock, logger });
  const consumers = startConsumers(setup.guard(jobHandlers(work)), {
    redis: config,
    prefix: redisPrefixOf(config),
    concurrency: config.workerConcurrency,
    queueNames: config.workerQueues,
    countJob: metrics.countJob,
    clock,
    logger,
  });
  const schedules = await startSchedules(config, { connections, mirroring, webhooks, work });
  const heartbeats = startHeartbeats(connections, setup);
  return [
    { name: 'heartbeats', stop: async () => heartbeats.stop() },
    webhooks.announceStop,
    {
      name: 'consumers',
      stop: async () => {
        stopping = true;
        // Work that waits for the PSA's budget is left to another worker.
        const hurry = setTimeout(() => {
          psa.close();
        }, drainMilliseconds);
        await consumers.close();
        await work.singles.idle();
        clearTimeout(hurry);
        psa.close();
      },
    },
    {
      name: 'schedules',
      stop: async () => Promise.all([...schedules, setup].map(async (schedule) => schedule.stop())),
    },
    webhooks.close,
    { name: 'queue', stop: async () => queue.close() },
    settings,
    wakeUps,
    { name: 'suppression lists', stop: async () => Promise.resolve(work.close()) },
    { name: 'redis', stop: async () => Promise.resolve(redis.disconnect()) },
    { name: 'clock', stop: async () => Promise.resolve(clock.close()) },
    { name: 'mongodb', stop: async () => Promise.all([mongo.close(), maintenance.close()]) },
  ];
}
