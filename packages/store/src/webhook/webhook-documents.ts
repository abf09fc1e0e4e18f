import type { WebhookRecord } from '@leadbridge/usecases';

import type { WebhookDocument } from '../subscription/webhook-model.js';

export function presentWebhook({ _id: webhookId, ...document }: WebhookDocument): WebhookRecord {
  const { switchedOff } = document;
  return {
    webhookId,
    ...document,
    format: document.format ?? 'standard',
    previousSecrets: document.previousSecrets.map(({ sealed, until }) => ({
      sealed,
      until: until.toISOString(),
    })),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    failingSince: document.failingSince?.toISOString() ?? null,
    switchedOff:
      switchedOff === null ? null : { reason: switchedOff.reason, at: switchedOff.at.toISOString() },
  };
}

export function newWebhookDocument({ webhookId, ...webhook }: WebhookRecord): WebhookDocument {
  return {
    _id: webhookId,
    ...webhook,
    events: [...webhook.events],
    previousSecrets: [],
    createdAt: new Date(webhook.createdAt),
    updatedAt: new Date(webhook.updatedAt),
    failingSince: null,
    switchedOff: null,
  };
}
