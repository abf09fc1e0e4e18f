import type { SwitchOffReason, WebhookFormat } from '@leadbridge/contracts';

import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, mixed, number, text, texts } from '../fields.js';

export const webhookModel = defineModel({
  name: 'Webhook',
  collection: 'webhooks',
  fields: {
    /** `wh_…` */
    _id: text(),
    url: text(),
    /** Missing in a webhook of an earlier release, which is `standard`. */
    format: text<WebhookFormat>().optional(),
    events: texts(),
    active: boolean(),
    /** Encrypted, like those of `previousSecrets`. */
    sealedSecret: text(),
    previousSecrets: mixed<{ sealed: string; until: Date }[]>().orDefault([]),
    createdAt: date(),
    updatedAt: date(),
    failingSince: date().orNull(),
    switchedOff: mixed<{ reason: SwitchOffReason; at: Date }>().orNull(),
  },
  indexes: [[{ active: 1 }]],
});

export type WebhookDocument = DocumentOf<typeof webhookModel>;

/** Concurrent registrations conflict on this document. */
export const registrationModel = defineModel({
  name: 'WebhookRegistration',
  collection: 'webhook_registrations',
  fields: { _id: text<'all'>(), version: number() },
});
