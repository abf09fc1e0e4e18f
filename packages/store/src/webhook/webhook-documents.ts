import type { WebhookRecord } from '@leadbridge/usecases';

import { isoTimes } from '../times-of.js';
import type { WebhookDocument } from '../subscription/webhook-model.js';

export function presentWebhook({ _id: webhookId, ...document }: WebhookDocument): WebhookRecord {
  const { switchedOff, previousSecrets } = document;
  return {
    webhookId,
    ...isoTimes(document),
    format: document.format ?? 'standard',
    previousSecrets: previousSecrets.map(isoTimes),
    switchedOff: switchedOff === null ? null : isoTimes(switchedOff),
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
