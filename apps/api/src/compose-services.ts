import { randomBytes } from 'node:crypto';

import { verifySignature, verifyTimestamps } from '@leadbridge/integrations';
import type { Clock } from '@leadbridge/platform';
import * as store from '@leadbridge/store';
import { createConfiguration } from '@leadbridge/usecases';

import type { ApiConnections } from './compose-connections.js';
import type { composeAccess } from './compose-access.js';
import { composeEstimates } from './compose-estimates.js';
import { composeStates } from './compose-states.js';
import { composeWebhooks } from './compose-webhooks.js';
import { psaTicketUrl, type ApiConfig } from './config.js';
import { isSameSecret } from './http/is-same-secret.js';
import type { createPerformanceLog } from './middleware/metrics/index.js';
import { wrongScheme } from './pipeline/authentication/index.js';
import {
  createLocalLimiter,
  createRedisLimiter,
  createResilientLimiter,
} from './pipeline/rate-limit/index.js';
import type { ApiServices } from './services.js';

/**
 * What the routes need.
 *
 * @param given.stopping aborted when the process begins to stop
 */
export function composeServices(
  config: ApiConfig,
  connections: ApiConnections,
  given: {
    readonly access: ReturnType<typeof composeAccess>['services'];
    readonly performance: ReturnType<typeof createPerformanceLog>;
    readonly stopping: AbortSignal;
  },
): ApiServices {
  const { mongo, queue, settings, clock, logger, mirror } = connections;
  const jobs = store.createJobStore(mongo);
  const states = composeStates(config, connections);
  return {
    ...{ clock, logger, queue, settings, jobs },
    ...states,
    ...composeEstimates({ ...states, jobs, settings, clock }),
    ...given.access,
    auditedJobs: store.createAuditedJobs(mongo),
    records: store.createRecordReader(mongo),
    configuration: createConfiguration({
      store: connections.configs,
      clock,
      psaUrl: config.psaUrl,
      defaultCountry: config.defaultCountry,
      changed: async () => settings.refresh(),
    }),
    psaTicketUrl: psaTicketUrl(config),
    invitations: { validSeconds: config.inviteLinkSeconds, publicUrl: config.publicUrl },
    optOuts: store.createSuppressionStore(mongo),
    importMappings: store.createImportMappings(mongo),
    companyMatches: store.createCompanyMatchStore(mongo),
    mirror: { enabled: config.psaMirror, reader: mirror, rebuilds: store.createMirrorRebuilds(mongo) },
    reconciliations: store.createReconciliationStore(mongo),
    psaNotifications: psaNotifications(config, clock),
    webhooks: composeWebhooks(config, connections, given.access.audit),
    analytics: store.createAnalyticsReader(mongo),
    errorLog: store.createErrorLog(mongo),
    performance: given.performance,
    limits: limitsOf(config, connections),
    idempotency: store.createIdempotencyStore(mongo),
    encryptionKeys: connections.encryptionKeys,
    budgetHistory: store.createPsaBudgetHistory(mongo),
    changes: connections.changes,
    mcpWrites: config.mcpWrites,
    syncWaitSeconds: config.syncWaitSeconds,
    stopping: given.stopping,
  };
}

function limitsOf(
  config: ApiConfig,
  { redis, keyPrefix, clock, logger }: ApiConnections,
): ApiServices['limits'] {
  return {
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
