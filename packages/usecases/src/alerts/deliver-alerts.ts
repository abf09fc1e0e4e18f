import { isoTime, type Logger } from '@leadbridge/platform';

import { mailTarget, type AlertDeliveries, type AlertDelivery, type AlertMailer } from '../ports/alerts.js';
import type { DeliveryStore, WebhookStore } from '../ports/webhooks.js';
import { attempt, attemptDelivery, type AttemptDependencies } from '../webhooks/attempt-delivery.js';
import { applyJudgement, judge } from '../webhooks/judge-webhook.js';

export interface AlertDeliveryDependencies extends AttemptDependencies {
  readonly alertDeliveries: AlertDeliveries;
  readonly deliveries: Pick<DeliveryStore, 'recordAttempt' | 'endWaiting'>;
  readonly webhooks: WebhookStore;
  /** Null if nobody is told by mail. */
  readonly mailer: AlertMailer | null;
  readonly logger: Logger;
}

/** Longer than an attempt takes: if this process dies in it, another one attempts it then. */
const claimMs = 60_000;
const deliveriesPerLook = 50;

/**
 * Begins an attempt of each due delivery of an alert, by the same rules as for other events. Returns the
 * attempts: a target that hangs delays no others, and no later look. And whether any delivery is pending.
 */
export async function deliverAlerts(
  deps: AlertDeliveryDependencies,
): Promise<{ readonly attempts: readonly Promise<void>[]; readonly arePending: boolean }> {
  const now = deps.clock.now();
  const { due, arePending } = await deps.alertDeliveries.claim(
    isoTime(now),
    isoTime(now + claimMs),
    deliveriesPerLook,
  );
  const attempts = due.map(async (delivery) => {
    try {
      await deliver(deps, delivery);
    } catch (error) {
      deps.logger.warn('the delivery of an alert could not be recorded; it is repeated', {
        delivery_id: delivery.deliveryId,
        error,
      });
    }
  });
  return { attempts, arePending };
}

async function deliver(deps: AlertDeliveryDependencies, delivery: AlertDelivery): Promise<void> {
  const { webhookId } = delivery;
  if (webhookId === mailTarget) {
    await deliverByMail(deps, delivery);
    return;
  }
  const webhook = await deps.webhooks.find(webhookId);
  if (webhook?.active !== true) {
    await deps.deliveries.endWaiting(webhookId, isoTime(deps.clock.now()));
    return;
  }
  const result = await attemptDelivery(deps, webhook, delivery);
  await deps.deliveries.recordAttempt(result.record);
  const judgement = judge(webhook, result, deps.clock.now());
  if (judgement !== null) {
    await applyJudgement(deps, webhookId, judgement);
  }
}

async function deliverByMail(deps: AlertDeliveryDependencies, delivery: AlertDelivery): Promise<void> {
  const { mailer, deliveries, clock, logger } = deps;
  if (mailer === null) {
    await deliveries.endWaiting(mailTarget, isoTime(clock.now()));
    return;
  }
  const { record } = await attempt(deps, mailTarget, delivery, async () => mailer.send(delivery));
  await deliveries.recordAttempt(record);
  if (record.status !== 'succeeded') {
    // Unlike the deliveries of a webhook, nobody can look these up.
    logger.warn('an alert could not be sent by mail', {
      delivery_id: record.deliveryId,
      error: record.attempt.error,
      next_attempt_at: record.nextAttemptAt,
    });
  }
}
