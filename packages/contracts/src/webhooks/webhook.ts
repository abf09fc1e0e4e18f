import Joi from 'joi';

import { allEvents, eventTypes } from '../events/event-types.js';
import { oneOf } from '../one-of.js';
import { bodySchema, optionalBodySchema, textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';

/** The target responded with 410, or only failed for five days. */
export const switchOffReasons = ['gone', 'five_days_of_failures'] as const;
export type SwitchOffReason = (typeof switchOffReasons)[number];

/** How events are written for the target: our own signed JSON, or a message for people in a chat. */
export const webhookFormats = ['standard', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

const identifier = Joi.string().max(64);
const time = Joi.string().isoDate();
const formatName = Joi.string().valid(...webhookFormats);

const webhookViewKeys = {
  id: identifier.required(),
  url: Joi.string().required(),
  format: formatName.required(),
  events: Joi.array().items(Joi.string()).required(),
  active: Joi.boolean().required(),
  created_at: time.required(),
  updated_at: time.required(),
  /** Why and when the service disabled it by itself; null if it did not. */
  switched_off: Joi.object({
    reason: oneOf(switchOffReasons),
    at: time.required(),
  })
    .allow(null)
    .required(),
  /** Since when every delivery has failed; null after a success. */
  failing_since: time.allow(null).required(),
  /** Until when the secret from before the last rotation also signs; null if none does. */
  previous_secret_expires_at: time.allow(null).required(),
};

export const webhookViewSchema = Joi.object(webhookViewKeys);
/** A registered webhook in responses: never with its secret (specification, "Webhook registration"). */
export type WebhookView = ValueOf<typeof webhookViewSchema>;

export const webhookListResponse = Joi.object({
  webhooks: Joi.array().items(webhookViewSchema).required(),
});

export const registeredWebhookResponse = Joi.object({
  ...webhookViewKeys,
  secret: Joi.string().description('Only if the service generated it. It is not shown again.'),
});
/** The registration, with the secret if the service generated it: shown only once. */
export type RegisteredWebhookView = ValueOf<typeof registeredWebhookResponse>;

const maxUrlChars = 2048;
const minSecretChars = 16;
const maxSecretChars = 512;
const standardSecret = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

const targetUrl = Joi.string()
  .max(maxUrlChars)
  .description(
    'Receives the events. Must be https and must not be a private address. Redirects are not followed.',
  );

const eventList = Joi.array()
  .items(Joi.string().valid(allEvents, ...eventTypes))
  .min(1)
  .max(eventTypes.length + 1)
  .unique()
  .description('Event identifiers, or "*" for all.');

const secretText = Joi.string()
  .min(minSecretChars)
  .max(maxSecretChars)
  .custom((value: string, helpers) =>
    value.startsWith('whsec_') && !standardSecret.test(value) ? helpers.error('secret.standard') : value,
  )
  .messages({ 'secret.standard': '{{#label}} begins with whsec_, so that the rest must be base64' })
  .description('Signs the events. If omitted, the service generates one and returns it once.');

const allowDuplicate = Joi.boolean().description(
  'Default false: a URL that another webhook already has is refused with 409. If true, both webhooks receive every event.',
);

const formatChoice = formatName.description(
  'How events are written: `standard` (default), or a message for an incoming webhook of `slack` or of Microsoft `teams`.',
);

export const registerWebhookBody = bodySchema({
  url: targetUrl.required(),
  format: formatChoice,
  events: eventList.required(),
  secret: secretText,
  active: Joi.boolean().description('Default true.'),
  allow_duplicate: allowDuplicate,
});
export type RegisterWebhookBody = ValueOf<typeof registerWebhookBody>;

/** Body of `PATCH /webhooks/{id}`. Use a rotation to change the secret. */
export const changeWebhookBody = bodySchema({
  url: targetUrl,
  format: formatChoice,
  events: eventList,
  active: Joi.boolean(),
  allow_duplicate: allowDuplicate,
}).min(1);
export type ChangeWebhookBody = ValueOf<typeof changeWebhookBody>;

export const rotateSecretBody = optionalBodySchema({
  secret: secretText,
  revoke_previous: Joi.boolean().description(
    'If true, the previous secret stops at once, e.g. because it has leaked. Default false: it also signs for another 24 hours.',
  ),
});
export type RotateSecretBody = ValueOf<typeof rotateSecretBody>;

export const webhookParams = textSchema({
  webhook_id: identifier.required().description('For example wh_0mf3k2a9c4b1….'),
});
