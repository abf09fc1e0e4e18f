import { connectPsa, type ConnectedPsa } from '@leadbridge/integrations';
import type { Clock, Logger } from '@leadbridge/platform';
import {
  createHeartbeatBoard,
  createJobQueue,
  createMetricsBoard,
  producerConnection,
  redisPrefixOf,
} from '@leadbridge/queue';
import * as store from '@leadbridge/store';
import {
  createLiveSettings,
  possibleListNames,
  staticListNames,
  type LiveSettings,
} from '@leadbridge/usecases';

import type { WorkerConfig } from './config.js';
import { createWorkerMetrics, type WorkerMetrics } from './metrics/worker-metrics.js';

export type WorkerConnections = Awaited<ReturnType<typeof connectWorker>>;

/** Connects the servers, the settings and the PSA; stored data of earlier releases is upgraded first. */
export async function connectWorker(config: WorkerConfig, logger: Logger) {
  const prefix = redisPrefixOf(config);
  const mongo = await store.connectMongo(config.mongodbUri);
  await store.upgradeDatabase(mongo, { logger });
  const clock = await store.createDatabaseClock(mongo);
  const redis = producerConnection(config, logger);
  const queue = createJobQueue({ redis: config, prefix, clock, logger, waits: false });
  const metrics = createWorkerMetrics();
  const wakeUps = store.createWakeUps(mongo, {
    collections: ['configuration', 'events', 'psa_mirror', 'suppressions'],
    logger,
  });
  const settings = await createLiveSettings({
    store: store.createConfigStore(mongo),
    defaultCountry: config.defaultCountry,
    wakeUps,
    logger,
  });
  const psa = connectToPsa(config, { mongo, redis, clock, metrics, settings, logger });
  return {
    ...{ mongo, clock, redis, queue, metrics, wakeUps, settings, psa, logger },
    maintenance: store.createMaintenanceClient(config.mongodbUri),
    heartbeatBoard: createHeartbeatBoard(redis, prefix),
    metricsBoard: createMetricsBoard(redis, prefix),
  };
}

function connectToPsa(
  config: WorkerConfig,
  parts: {
    readonly mongo: Awaited<ReturnType<typeof store.connectMongo>>;
    readonly redis: ReturnType<typeof producerConnection>;
    readonly clock: Clock;
    readonly metrics: WorkerMetrics;
    readonly settings: LiveSettings;
    readonly logger: Logger;
  },
): ConnectedPsa {
  const { mongo, redis, clock, metrics, settings, logger } = parts;
  return connectPsa(
    {
      url: config.psaUrl,
      clientId: config.psaClientId,
      clientSecret: config.psaClientSecret,
      scope: config.psaScope,
      ...(config.psaTenant === null ? {} : { tenant: config.psaTenant }),
      timeoutSeconds: config.psaTimeoutSeconds,
      settleSeconds: config.psaSettleSeconds,
      redis,
      callers: store.createPsaCallers(mongo),
      keyPrefix: `${redisPrefixOf(config)}:psa`,
      rateLimit: config.psaRateLimit,
      rateWindowSeconds: config.psaRateWindowSeconds,
      clock,
      logger,
      onCall: metrics.countCall,
    },
    config,
    {
      listNames: () => staticListNames(settings.current()),
      possibleListNames: () => possibleListNames(settings.current()),
      doNotContactList: () => settings.current().listNames.doNotContact,
      sourceLabels: () => settings.current().sources.map(({ label }) => label),
      statusIds: () => settings.current().statusIds,
      proofs: store.createPsaProofs(mongo),
    },
  );
}
