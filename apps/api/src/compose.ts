import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';

import { rowJobTypes, unfinishedJobStatuses, type ConnectionState } from '@leadbridge/contracts';
import { createPsaBudgetReader, verifySignature, verifyTimestamps } from '@leadbridge/integrations';
import { createSecretBox, isoTime, withTimeout } from '@leadbridge/platform';
import type { Clock, Logger, ShutdownStep } from '@leadbridge/platform';
import { createHeartbeatBoard, createJobQueue, createMetricsBoard, redisPrefixOf } from '@leadbridge/queue';
import * as store from '@leadbridge/store';
import {
  batchOptionsOf,
  isOfType,
  readJob,
  createConfiguration,
  createLiveSettings,
} from '@leadbridge/usecases';
import type { JobRecord, Settings, JobStore, PasswordHasher } from '@leadbridge/usecases';
import type { Express } from 'express';

import { createApp } from './app.js';
import { composeAccess } from './compose-access.js';
import { startAlerts } from './compose-alerts.js';
import { composeWebhooks } from './compose-webhooks.js';
import { psaTicketUrl, type ApiConfig } from './config.js';
import { limiterConnection } from './connections/limiter-connection.js';
import { rememberFor } from './connections/remember.js';
import { readQueueDepths, readWorkers } from './connections/read-workers.js';
import { databaseState, pingTimeoutMilliseconds, queueState } from './connections/own-states.js';
import { probeAddress } from './connections/tcp-probe.js';
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
import { estimateFinish, secondsOfCalls } from './presenters/estimate-finish.js';
import { waitingFor } from './presenters/waiting-for.js';
import type { ApiServices, Connections } from './services.js';

/** How long the state of another system's address is cached. */
const probeMilliseconds = 5_000;
const ownProbeMilliseconds = 1_000;
/** How long the confirmation of a write is cached: less than the time between two probes of a request. */
const confirmedForMs = 300;

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
  const queue = createJobQueue({ redis: config, prefix: keyPrefix, logger });
  const redis = limiterConnection(config, logger);
  const psaBudget = createPsaBudgetReader({
    redis,
    keyPrefix: `${keyPrefix}:psa`,
    rateLimit: config.psaRateLimit,
    rateWindowSeconds: config.psaRateWindowSeconds,
    clock,
    logger,
  });
  /** Reads again only after a while; null if that fails or takes too long. */
  const probed = <T>(read: () => Promise<T>): (() => Promise<T | null>) =>
    rememberFor(ownProbeMilliseconds, clock, () =>
      withTimeout(read(), ownProbeMilliseconds).catch(() => null),
    );
  // A list of jobs needs it for each job; without Redis the estimate uses only the pace.
  const budgetNow = probed(() => psaBudget.status());
  const jobs = store.createJobStore(mongo);
  const jobsOfRowsNow = rememberFor(ownProbeMilliseconds, clock, async () => unfinishedJobsOfRows(jobs));
  const heartbeats = createHeartbeatBoard(redis, keyPrefix);
  const workers = probed(() => readWorkers(heartbeats, clock));
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
    waitingFor: async (job) => {
      const [known, budget] = await Promise.all([workers(), budgetNow()]);
      return waitingFor(job, { now: clock.now(), workers: known, budget });
    },
    estimateFinish: async (record) => {
      const leadsPerMinute = ownRateOf(record, settings.current());
      const [budget, unfinished] = await Promise.all([budgetNow(), jobsOfRowsNow()]);
      const others = unfinished.filter(({ jobId }) => jobId !== record.jobId);
      return estimateFinish(record, { now: clock.now(), budget, others, leadsPerMinute });
    },
    estimateSeconds: async (requests) => {
      const budget = await budgetNow();
      return budget === null ? null : secondsOfCalls(requests, clock.now(), budget);
    },
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
    confirmsWrites: rememberFor(confirmedForMs, clock, () => store.confirmsWrites(mongo)),
    encryptionKeys,
    workers,
    budgetHistory: store.createPsaBudgetHistory(mongo),
    changes,
    psaBudget: budgetNow,
    mirrorStates: probed(async () => (config.psaMirror ? mirror.states() : null)),
    queueDepths: probed(() => readQueueDepths(queue.queues)),
    connections: watchConnections(config, clock, workers, {
      database: rememberFor(ownProbeMilliseconds, clock, () => databaseState(mongo)),
      queue: rememberFor(ownProbeMilliseconds, clock, () => queueState([queue.connection, redis], keyPrefix)),
    }),
    eventDispatch: rememberFor(ownProbeMilliseconds, clock, () =>
      withTimeout(dispatchMonitor.read(), pingTimeoutMilliseconds).catch(() => null),
    ),
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
    mirror: services.mirror.reader,
    reconciliations: services.reconciliations,
    optOuts: services.optOuts,
    oldestOptOut: store.createOldestOptOut(mongo),
    board: createMetricsBoard(redis, keyPrefix),
    workers,
  });
  await store.ensureEveryIndex(mongo);
  await store.openSuppressionHash(mongo, config.encryptionKey === null ? null : secrets);
  await access.setBootstrapKey();
  const alerts = startAlerts(config, {
    ...{ mongo, secrets, dispatchMonitor, workers, clock, logger },
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

/** They share the budget of PSA requests; with more jobs than this an estimate means nothing anyway. */
const jobsEstimated = 100;

/** Bulk imports and undos. */
async function unfinishedJobsOfRows(jobs: JobStore): Promise<readonly JobRecord[]> {
  const pages = await Promise.all(
    unfinishedJobStatuses.flatMap((status) =>
      rowJobTypes.map(async (type) => jobs.list({ type, status, page: 1, limit: jobsEstimated })),
    ),
  );
  return pages.flatMap(({ items }) => items);
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

function watchConnections(
  config: Pick<ApiConfig, 'psaUrl' | 'providerASuppressionUrl'>,
  clock: Clock,
  workers: ApiServices['workers'],
  own: Pick<Connections, 'database' | 'queue'>,
): Connections {
  const watch = (address: string | null): (() => Promise<ConnectionState>) =>
    address === null
      ? () => Promise.resolve('not_configured')
      : rememberFor(probeMilliseconds, clock, () => probeAddress(address));
  const psaAddress = watch(config.psaUrl);
  return {
    ...own,
    psa: async () => {
      const [address, known] = await Promise.all([psaAddress(), workers()]);
      return address === 'connected' && (known?.psaFailure ?? null) !== null ? 'failing' : address;
    },
    providerA: watch(config.providerASuppressionUrl),
  };
}

/** The configured pace of a bulk import, in leads per minute; null for an unreadable input. */
function ownRateOf(record: JobRecord, settings: Settings): number | null {
  try {
    return isOfType('bulk_import', record) ? batchOptionsOf(readJob(record), settings).rateLimit : null;
  } catch {
    return null;
  }
}
