import type { WebhookRecord } from '@leadbridge/usecases';

import type { WebhookDocument } from '../subscription/webhook-model.js';

export function presentWebhook(document: WebhookDocument): WebhookRecord {
  const { switchedOff } = document;
  return {
    webhookId: document._id,
    url: document.url,
    format: document.format ?? 'standard',
    events: document.events,
    active: document.active,
    sealedSecret: document.sealedSecret,
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

export function newWebhookDocument(webhook: WebhookRecord): WebhookDocument {
  return {
    _id: webhook.webhookId,
    url: webhook.url,
    format: webhook.format,
    events: [...webhook.events],
    active: webhook.active,
    sealedSecret: webhook.sealedSecret,
    previousSecrets: [],
    createdAt: new Date(webhook.createdAt),
    updatedAt: new Date(webhook.updatedAt),
    failingSince: null,
    switchedOff: null,
  };
}
