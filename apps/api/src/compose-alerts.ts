import {
  createAddressGuard,
  createAlertMailer,
  createMailTransport,
  createWebhookSender,
} from '@leadbridge/integrations';
import type { ShutdownStep } from '@leadbridge/platform';
import {
  createAlertDeliveries,
  createAlertStore,
  createDeliveryStore,
  createEndedBulks,
  createLeases,
  createRefusedOptOuts,
  createWebhookStore,
} from '@leadbridge/store';
import { createAlertWatch } from '@leadbridge/usecases';

import type { ApiConnections } from './compose-connections.js';
import type { ApiConfig } from './config.js';
import { alertSources, type AlertFacts } from './connections/alert-sources.js';
import { watchAlerts } from './connections/watch-alerts.js';

/** Everything that tells operators when the service needs them. Must be called once the indexes exist. */
export function startAlerts(
  config: ApiConfig,
  { mongo, queue, secrets, mirror, dispatchMonitor, clock, logger }: ApiConnections,
  { workers, reconciliations }: Pick<AlertFacts, 'workers' | 'reconciliations'>,
): readonly ShutdownStep[] {
  const { alertWaitMinutes: waitMinutes, alertFailedPercent: failedPercent } = config;
  const webhooks = createWebhookStore(mongo);
  const sender = createWebhookSender({
    guard: createAddressGuard(config.webhookAllowedAddresses),
    allowHttp: config.webhookAllowHttp,
    clock,
  });
  const mailer =
    config.smtpUrl === null || config.alertEmail.length === 0
      ? null
      : createAlertMailer(createMailTransport(config.smtpUrl), config.alertEmail);
  const facts = {
    ...{ workers, reconciliations, dispatchMonitor, webhooks, clock },
    queues: queue.queues,
    mirror: config.psaMirror ? mirror : null,
    refusedOptOuts: createRefusedOptOuts(mongo),
    endedBulks: createEndedBulks(mongo),
  };
  const steps = watchAlerts({
    watch: createAlertWatch({
      alerts: createAlertStore(mongo),
      sources: alertSources(facts, { waitMinutes, failedPercent }),
      afterMs: config.alertAfterSeconds * 1_000,
      runbookUrl: config.runbookUrl,
      byMail: mailer !== null,
      clock,
      logger,
    }),
    deliveries: {
      alertDeliveries: createAlertDeliveries(mongo),
      deliveries: createDeliveryStore(mongo),
      webhooks,
      mailer,
      sender,
      box: secrets,
      retryDelays: config.webhookRetryDelays,
      random: Math.random,
      clock,
      logger,
    },
    leases: createLeases(mongo),
    checkSeconds: config.alertCheckSeconds,
    logger,
  });
  const close = {
    name: 'alert targets',
    stop: async () => {
      sender.close();
      mailer?.close();
      return Promise.resolve();
    },
  };
  return [...steps, close];
}
