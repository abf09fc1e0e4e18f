import { type ErrorReason, type ReplayBody, validationDetails } from '@leadbridge/contracts';
import { AppError, isoTime, type Clock } from '@leadbridge/platform';

import type { AuditOrigin, AuditPort } from '../ports/audit.js';
import type { Page } from '../ports/page.js';
import type {
  DeliveryLanes,
  DeliveryQuery,
  DeliveryRecord,
  DeliveryStore,
  ReplaySelection,
  WebhookRecord,
} from '../ports/webhooks.js';
import { statisticsOf, type TargetStatistics } from './target-statistics.js';

export interface ResendDependencies {
  readonly deliveries: DeliveryStore;
  readonly lanes: DeliveryLanes;
  readonly audit: AuditPort;
  readonly clock: Clock;
  /** Throws RESOURCE_NOT_FOUND. */
  readonly findWebhook: (webhookId: string) => Promise<WebhookRecord>;
}

/** All methods throw `AppError`: VALIDATION_ERROR, RESOURCE_NOT_FOUND. */
export type EventResending = ReturnType<typeof createEventResending>;

/** Deliveries whose attempts say how a target responds. */
const judgedDeliveries = 1_000;

/** The maximum that a single request may trigger. */
const maxReplayed = 100_000;

export function createEventResending(deps: ResendDependencies) {
  const { deliveries, lanes, audit, clock, findWebhook } = deps;
  return {
    async deliveries(webhookId: string, query: DeliveryQuery): Promise<Page<DeliveryRecord>> {
      await findWebhook(webhookId);
      return await deliveries.list(webhookId, query);
    },

    async findDelivery(webhookId: string, deliveryId: string): Promise<DeliveryRecord> {
      await findWebhook(webhookId);
      return found(await deliveries.find(webhookId, deliveryId), deliveryId);
    },

    async statistics(webhookId: string): Promise<TargetStatistics> {
      await findWebhook(webhookId);
      return statisticsOf(await deliveries.latestAttempts(webhookId, judgedDeliveries));
    },

    /** Sends `webhook.test` to only this webhook, even if it is switched off. */
    async test(webhookId: string, origin: AuditOrigin): Promise<DeliveryRecord> {
      await findWebhook(webhookId);
      const at = isoTime(clock.now());
      const delivery = await deliveries.createTest(webhookId, { webhook_id: webhookId }, at);
      await audit.record({ ...origin, action: 'webhook.tested', target: { type: 'webhook', id: webhookId } });
      await lanes.wake([webhookId]);
      return delivery;
    },

    async redeliver(webhookId: string, deliveryId: string, origin: AuditOrigin): Promise<DeliveryRecord> {
      await findWebhook(webhookId);
      // Reports a missing delivery before anything else that would prevent it from being sent.
      found(await deliveries.find(webhookId, deliveryId), deliveryId);
      await findActive(deps, webhookId);
      const at = isoTime(clock.now());
      const delivery = found(await deliveries.redeliver(webhookId, deliveryId, at), deliveryId);
      await audit.record({
        ...origin,
        action: 'webhook.redelivered',
        target: { type: 'webhook', id: webhookId },
        changes: { delivery: { from: null, to: deliveryId } },
      });
      await lanes.wake([webhookId]);
      return delivery;
    },

    /** Returns the number of affected events. */
    replay: async (
      webhookId: string,
      request: ReplayBody,
      dryRun: boolean,
      origin: AuditOrigin,
    ): Promise<number> => replay(deps, webhookId, { request, dryRun }, origin),
  };
}

async function replay(
  deps: ResendDependencies,
  webhookId: string,
  { request, dryRun }: { readonly request: ReplayBody; readonly dryRun: boolean },
  origin: AuditOrigin,
): Promise<number> {
  const { deliveries, lanes, audit, clock, findWebhook } = deps;
  const webhook = await (dryRun ? findWebhook(webhookId) : findActive(deps, webhookId));
  const selection = selectionOf(webhook, request, isoTime(clock.now()));
  const count = await deliveries.countReplay(webhookId, selection);
  if (dryRun) {
    return count;
  }
  if (count > maxReplayed) {
    throw new AppError('VALIDATION_ERROR', `At most ${maxReplayed} events can be replayed at once`, {
      details: { field: 'from', value: request.from ?? request.failed_since, count },
    });
  }
  const replayed = await deliveries.replay(webhookId, selection, isoTime(clock.now()));
  await audit.record({
    ...origin,
    action: 'webhook.replayed',
    target: { type: 'webhook', id: webhookId },
    changes: { events: { from: null, to: replayed } },
  });
  await lanes.wake([webhookId]);
  return replayed;
}

/** @throws AppError 409 for a webhook that is switched off, and whatever `findWebhook` throws */
async function findActive({ findWebhook }: ResendDependencies, webhookId: string): Promise<WebhookRecord> {
  const webhook = await findWebhook(webhookId);
  if (!webhook.active) {
    throw new AppError('VALIDATION_ERROR', 'The webhook is switched off: switch it on first', {
      status: 409,
      details: {
        field: 'active',
        value: false,
        reason: 'WEBHOOK_SWITCHED_OFF' satisfies ErrorReason,
      },
    });
  }
  return webhook;
}

function selectionOf(webhook: WebhookRecord, request: ReplayBody, now: string): ReplaySelection {
  const { from, to, failed_since: failedSince } = request;
  if (from === undefined) {
    return { kind: 'failed', since: isoTime(Date.parse(failedSince ?? now)) };
  }
  const range = { from: isoTime(Date.parse(from)), to: isoTime(Date.parse(to ?? now)) };
  if (range.to < range.from) {
    const message = 'to must not be before from';
    throw new AppError('VALIDATION_ERROR', message, {
      details: validationDetails([{ field: 'to', value: to ?? null, message }]),
    });
  }
  return { kind: 'range', events: webhook.events, ...range };
}

function found(delivery: DeliveryRecord | null, deliveryId: string): DeliveryRecord {
  if (delivery === null) {
    throw new AppError('RESOURCE_NOT_FOUND', 'There is no such delivery', {
      details: { delivery_id: deliveryId },
    });
  }
  return delivery;
}
