import Joi from 'joi';

import { oneOf } from '../one-of.js';
import type { ValueOf } from '../schema-types.js';

/** More than a PSA collects, and few enough to be processed while the PSA waits. */
export const maxNotifications = 500;

/** More custom fields than a ticket has. */
const maxChangedFields = 1_000;

const settings = { convert: false, errors: { wrap: { label: false } } } as const;

const ticketId = Joi.alternatives(
  Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER),
  Joi.string().pattern(/^[1-9]\d{0,14}$/, 'digits'),
);

/** `{id, new_value}`; the domain decides whether it is a change to true. */
const changedField = Joi.object({ id: Joi.alternatives(Joi.number(), Joi.string()).required() }).unknown(
  true,
);

const notification = Joi.object({
  ticket_id: ticketId.required().description('A number, or its digits as text.').messages({
    'any.required':
      '{{#label}} is required (a notification without changes may name its ticket in ticket.id, object_id or id)',
    'string.pattern.name': '{{#label}} must be a number, or its digits as text',
  }),
  event_type: Joi.any().description('For example: ticket.updated; ignored.'),
  changes: Joi.object({
    customfields: Joi.array()
      .items(changedField)
      .max(maxChangedFields)
      // A PSA may include fields that have not changed.
      .allow(null)
      .description('A list of `{id, new_value}`.'),
    status_id: Joi.object().unknown(true).allow(null).description('`{new_value}`.'),
  })
    .unknown(true)
    .required(),
  timestamp: Joi.any().description('If given, it must be within 300 seconds of the current time.'),
}).unknown(true);
/**
 * A change of a ticket as the PSA reports it; the PSA may send more than is used (specification, "POST
 * /webhooks/dnc-sync"). `untold` is true if the PSA did not report what has changed: the ticket is read.
 */
export type TicketNotificationBody = ValueOf<typeof notification> & { readonly untold?: unknown };

/** Body of `POST /webhooks/dnc-sync`: one notification, or several in an array. */
export const ticketNotificationBody = Joi.alternatives<TicketNotificationBody | TicketNotificationBody[]>()
  .conditional(Joi.array(), {
    then: Joi.array().items(notification).min(1).max(maxNotifications),
    otherwise: notification.required(),
  })
  .required()
  .label('body')
  .prefs(settings);

/** Those of an entry once its provider was told, or cannot be. */
const resultStatuses: readonly string[] = ['suppressed', 'failed', 'unknown_source', 'no_provider'];

/** The result of notifying the provider of an opt-out. */
const suppressionResult = Joi.object({
  provider: Joi.string().allow(null).required(),
  status: oneOf(resultStatuses),
  email: Joi.string().allow(null).required(),
  reason: Joi.string().required(),
  timestamp: Joi.string().isoDate().required(),
  error: Joi.string().description('Why the provider could not be notified. The service retries.'),
});

const ofOptOut = Joi.object({
  success: Joi.boolean().valid(true).required(),
  ticket_id: Joi.number().integer().required(),
  suppression_result: suppressionResult.required(),
});

/** The result of one notification. */
const ofOtherChange = Joi.object({
  success: Joi.boolean().valid(true).required(),
  ticket_id: Joi.number().integer(),
  message: Joi.string().required(),
});

const ofList = Joi.object({
  success: Joi.boolean().valid(true).required(),
  results: Joi.array().items(ofOptOut, ofOtherChange).required().description('In the order of the array.'),
});

/** The response to one notification, or to an array of them. */
export const ticketNotificationResponse = Joi.alternatives(ofOptOut, ofOtherChange, ofList);

/** A processing failure in the specification's format. */
export const ticketNotificationFailure = Joi.object({
  success: Joi.boolean().valid(false).required(),
  error: Joi.string().required(),
  results: Joi.array()
    .items(Joi.object().unknown(true))
    .description('For an array: the result of each notification.'),
});
