import { setMaxListeners } from 'node:events';

import { isoTime, type Clock, type Logger, type ShutdownStep } from '@leadbridge/platform';
import { createMetricsBoard, redisPrefixOf } from '@leadbridge/queue';
import * as store from '@leadbridge/store';
import type { PasswordHasher } from '@leadbridge/usecases';
import type { Express } from 'express';

import { createApp } from './app.js';
import { composeAccess } from './compose-access.js';
import { startAlerts } from './compose-alerts.js';
import { connectApi, type ApiConnections } from './compose-connections.js';
import { composeServices } from './compose-services.js';
import type { ApiConfig } from './config.js';
import { createMetrics } from './metrics/index.js';
import { createPerformanceLog } from './middleware/metrics/index.js';
import type { ApiServices } from './services.js';

export interface ComposedApi {
  readonly app: Express;
  readonly services: ApiServices;
  /** Makes waiting requests and streams end. */
  readonly announceStop: () => void;
  /** What to close once no request runs any more, in order. */
  readonly steps: readonly ShutdownStep[];
}

/** For tests. */
export interface ReplacedParts {
  /** A cheaper one, which production rejects. */
  readonly passwords?: PasswordHasher | undefined;
  /** A fixed one. */
  readonly clock?: Clock | undefined;
}

/**
 * Connects everything that the API needs, and builds the application.
 *
 * @param keyPrefix prefix of every key in Redis; must be the same as the worker's
 */
export async function composeApi(
  config: ApiConfig,
  logger: Logger,
  keyPrefix: string = redisPrefixOf(config),
  replaced: ReplacedParts = {},
): Promise<ComposedApi> {
  const stopping = new AbortController();
  // Every open stream listens to it.
  setMaxListeners(0, stopping.signal);
  const connections = await connectApi(config, logger, { keyPrefix, clock: replaced.clock });
  const { mongo, secrets, queue, redis, clock, steps } = connections;
  const access = composeAccess(config, connections, replaced.passwords);
  const performance = createPerformanceLog({ redis, keyPrefix, clock, logger });
  const services = composeServices(config, connections, {
    access: access.services,
    performance,
    stopping: stopping.signal,
  });
  await store.ensureEveryIndex(mongo);
  await store.openSuppressionHash(mongo, config.encryptionKey === null ? null : secrets);
  await access.setBootstrapKey();
  const alerts = startAlerts(config, connections, services);
  return {
    app: createApp(services, {
      trustProxy: config.trustProxy,
      pages: { ...services, queues: queue.queues },
      metrics: metricsOf(config, connections, services),
    }),
    services,
    announceStop: () => stopping.abort(),
    steps: [...alerts, ...access.steps, ...steps.users, performance, ...steps.servers],
  };
}

function metricsOf(
  config: ApiConfig,
  { mongo, queue, redis, keyPrefix, psaBudget, dispatchMonitor, mirror, clock, logger }: ApiConnections,
  services: ApiServices,
): ReturnType<typeof createMetrics> {
  return createMetrics({
    token: config.metricsToken,
    clock,
    logger,
    queues: queue.queues,
    psaBudget: () => psaBudget.status(),
    countPutBack: async () => services.jobs.countPutBack(isoTime(clock.now())),
    countDeliveries: store.createDeliveryCounts(mongo),
    oldestPendingDelivery: store.createOldestPendingDelivery(mongo),
    dispatchMonitor,
    mirror: config.psaMirror ? mirror : null,
    reconciliations: services.reconciliations,
    optOuts: services.optOuts,
    oldestOptOut: store.createOldestOptOut(mongo),
    board: createMetricsBoard(redis, keyPrefix),
    workers: services.workers,
  });
}
