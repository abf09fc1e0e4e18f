import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';

import { createPsaBudgetReader, verifySignature, verifyTimestamps } from '@leadbridge/integrations';
import { createSecretBox, isoTime } from '@leadbridge/platform';
import type { Clock, Logger, ShutdownStep } from '@leadbridge/platform';
import { createJobQueue, createMetricsBoard, redisPrefixOf } from '@leadbridge/queue';
import * as store from '@leadbridge/store';
import { createConfiguration, createLiveSettings } from '@leadbridge/usecases';
import type { PasswordHasher } from '@leadbridge/usecases';
import type { Express } from 'express';

import { createApp } from './app.js';
import { composeAccess } from './compose-access.js';
import { startAlerts } from './compose-alerts.js';
import { composeEstimates } from './compose-estimates.js';
import { composeStates } from './compose-states.js';
import { composeWebhooks } from './compose-webhooks.js';
import { psaTicketUrl, type ApiConfig } from './config.js';
import { limiterConnection } from './connections/limiter-connection.js';
import { watchEventDispatch } from './connections/watch-event-dispatch.js';
import { isSameSecret } from './http/is-same-secret.js';
import { createMetrics } from './metrics/index.js';
import { createPerformanceLog } from './middleware/metrics/index.js';
import { wrongScheme } from './pipeline/authentication/index.js';
import {
  createLocalLimiter,
  createRedisLimiter,
  createResilientLimiter,
} from './pipeline/rate-limit/index.js';
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
  const mongo = await store.connectMongo(config.mongodbUri, store.requestTimeouts);
  await store.upgradeDatabase(mongo, { logger });
  const databaseClock = await store.createDatabaseClock(mongo);
  const clock = replaced.clock ?? databaseClock;
  const queue = createJobQueue({ redis: config, prefix: keyPrefix, clock, logger });
  const redis = limiterConnection(config, logger);
  const psaBudget = createPsaBudgetReader({
    redis,
    keyPrefix: `${keyPrefix}:psa`,
    rateLimit: config.psaRateLimit,
    rateWindowSeconds: config.psaRateWindowSeconds,
    clock,
    logger,
  });
  const jobs = store.createJobStore(mongo);
  const encryptionKeys = [config.encryptionKey ?? randomBytes(32), ...config.encryptionPreviousKeys] as const;
  const secrets = createSecretBox(encryptionKeys);
  const access = composeAccess({ mongo, config, secrets, passwords: replaced.passwords, clock, logger });
  const configs = store.createConfigStore(mongo);
  const { defaultCountry } = config;
  const wakeUps = store.createWakeUps(mongo, { collections: ['configuration'], logger });
  const settings = await createLiveSettings({ store: configs, defaultCountry, wakeUps, logger });
  const changes = store.createChangeWatch(mongo, { clock, logger });
  const dispatchMonitor = store.createDispatchMonitor(mongo);
  const mirror = store.createPsaMirrorStore(mongo);
  const performance = createPerformanceLog({ redis, keyPrefix, clock, logger });
  const states = composeStates(config, {
    mongo,
    queue,
    redis,
    keyPrefix,
    psaBudget,
    dispatchMonitor,
    mirror,
    clock,
  });
  const services: ApiServices = {
    clock,
    logger,
    jobs,
    auditedJobs: store.createAuditedJobs(mongo),
    records: store.createRecordReader(mongo),
    queue,
    settings,
    configuration: createConfiguration({
      store: configs,
      clock,
      psaUrl: config.psaUrl,
      defaultCountry,
      changed: async () => settings.refresh(),
    }),
    psaTicketUrl: psaTicketUrl(config),
    invitations: { validSeconds: config.inviteLinkSeconds, publicUrl: config.publicUrl },
    optOuts: store.createSuppressionStore(mongo),
    importMappings: store.createImportMappings(mongo),
    companyMatches: store.createCompanyMatchStore(mongo),
    mirror: {
      enabled: config.psaMirror,
      reader: mirror,
      rebuilds: store.createMirrorRebuilds(mongo),
    },
    reconciliations: store.createReconciliationStore(mongo),
    psaNotifications: psaNotifications(config, clock),
    webhooks: composeWebhooks(config, { mongo, queue, secrets, audit: access.services.audit, clock, logger }),
    ...states,
    ...composeEstimates({ ...states, jobs, settings, clock }),
    ...access.services,
    analytics: store.createAnalyticsReader(mongo),
    errorLog: store.createErrorLog(mongo),
    performance,
    limits: {
      limiter: createResilientLimiter({
        shared: createRedisLimiter(redis, keyPrefix),
        local: createLocalLimiter(clock),
        clock,
        logger,
      }),
      settings: {
        perHour: config.rateLimitPerHour,
        burst: config.rateLimitBurst,
        bulkPerHour: config.bulkLimitPerHour,
        syncConcurrency: config.syncConcurrency,
        perMinute: config.rateLimitPerMinute,
        notificationsPerSecond: config.notificationLimitPerSecond,
      },
    },
    idempotency: store.createIdempotencyStore(mongo),
    encryptionKeys,
    budgetHistory: store.createPsaBudgetHistory(mongo),
    changes,
    mcpWrites: config.mcpWrites,
    syncWaitSeconds: config.syncWaitSeconds,
    stopping: stopping.signal,
  };
  const metrics = createMetrics({
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
    workers: states.workers,
  });
  await store.ensureEveryIndex(mongo);
  await store.openSuppressionHash(mongo, config.encryptionKey === null ? null : secrets);
  await access.setBootstrapKey();
  const alerts = startAlerts(config, {
    ...{ mongo, secrets, dispatchMonitor, workers: states.workers, clock, logger },
    queues: queue.queues,
    mirror: config.psaMirror ? mirror : null,
    reconciliations: services.reconciliations,
  });
  return {
    app: createApp(services, {
      trustProxy: config.trustProxy,
      pages: {
        ...services,
        queues: queue.queues,
      },
      metrics,
    }),
    services,
    announceStop: () => {
      stopping.abort();
    },
    steps: [
      ...alerts,
      ...access.steps,
      settings,
      wakeUps,
      watchEventDispatch({ monitor: dispatchMonitor, logger }),
      performance,
      { name: 'changes', stop: async () => changes.close() },
      { name: 'queue', stop: async () => queue.close() },
      { name: 'budget', stop: async () => Promise.resolve(psaBudget.close()) },
      { name: 'redis', stop: async () => Promise.resolve(redis.disconnect()) },
      { name: 'clock', stop: async () => Promise.resolve(databaseClock.close()) },
      { name: 'mongodb', stop: async () => mongo.close() },
    ],
  };
}

/** Without a secret, no signature is valid. */
function psaNotifications(
  { webhookInboundSecret, psaNotificationAuth, psaDialect }: ApiConfig,
  clock: Clock,
): ApiServices['psaNotifications'] {
  const secret = webhookInboundSecret ?? randomBytes(32).toString('hex');
  return {
    verify: (request) => verifySignature(request, [secret], clock.now()),
    verifyTimestamps: (timestamps) => verifyTimestamps(timestamps, clock.now()),
    isSender: (authorization) =>
      psaNotificationAuth === null || authorization === undefined
        ? null
        : isSameSecret(authorization.trim(), psaNotificationAuth),
    wrongScheme: (authorization) => wrongScheme(authorization, psaNotificationAuth),
    areNative: psaDialect === 'halopsa',
  };
}
