import { isCalendarDate } from '@leadbridge/domain';
import Joi from 'joi';

import { eventTypes } from '../events/event-types.js';
import { listResponse, pageKeys } from '../paging.js';
import { bodySchema, oneOf, textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const time = Joi.string().isoDate();
const text = Joi.string().allow('');
const headers = Joi.object().pattern(Joi.string(), text);

export const deliveryViewSchema = Joi.object({
  id: Joi.string().required(),
  webhook_id: Joi.string().required(),
  event_id: Joi.string().required(),
  event: Joi.string().required(),
  status: oneOf(deliveryStatuses),
  created_at: time.required(),
  finished_at: time.allow(null).required(),
  next_attempt_at: time.allow(null).required(),
  /** All attempts so far; `attempts` contains the latest ones. */
  attempt_count: Joi.number().integer().min(0).required(),
  /** Why the last attempt failed, or why the delivery ended without one. */
  error: text.allow(null).required(),
  request: Joi.object({ headers: headers.required(), body: text.required() })
    .allow(null)
    .required()
    .description(
      'The request of the last attempt, with signatures and other secrets masked, and at most 4 kB of its body.',
    ),
  attempts: Joi.array()
    .items(
      Joi.object({
        at: time.required(),
        /** Null if no response arrived. */
        status_code: Joi.number().integer().allow(null).required(),
        duration_ms: Joi.number().integer().min(0).required(),
        error: text.allow(null).required(),
        response: text.allow(null).required().description('At most 4 kB of the body.'),
        response_headers: headers.allow(null).required().description('Cookies and other secrets are masked.'),
      }),
    )
    .required(),
});
/** One event for one webhook. */
export type DeliveryView = ValueOf<typeof deliveryViewSchema>;
export type DeliveryAttemptView = DeliveryView['attempts'][number];

/** Query of `GET /webhooks/{id}/deliveries`. */
export const deliveryListQuery = textSchema({
  ...pageKeys('deliveries', { limit: 50, maximum: 500 }),
  status: Joi.string().valid(...deliveryStatuses),
  event: Joi.string().valid(...eventTypes),
});

export const deliveryListResponse = listResponse('deliveries', deliveryViewSchema);
export type DeliveryListResponse = ValueOf<typeof deliveryListResponse>;

export const deliveryParams = textSchema({
  webhook_id: Joi.string().max(64).required(),
  delivery_id: Joi.string().max(64).required().description('For example dlv_0mf3k2a9c4b1….'),
});

export const webhookStatisticsResponse = Joi.object({
  webhook_id: Joi.string().required(),
  attempts: Joi.number().integer().min(0).required(),
  /** From 0 to 1; null without an attempt. */
  success_rate: Joi.number().min(0).max(1).allow(null).required(),
  p95_ms: Joi.number().integer().min(0).allow(null).required(),
});
/** How a webhook's target has responded lately. */
export type WebhookStatisticsResponse = ValueOf<typeof webhookStatisticsResponse>;

const momentForm = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** ISO 8601 with an offset, or a day in UTC; must exist, unlike 2026-02-30. */
const moment = Joi.string()
  .pattern(momentForm)
  .custom((value: string, helpers) =>
    !momentForm.test(value) || (isCalendarDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)))
      ? value
      : helpers.error('string.pattern.base'),
  )
  .messages({
    'string.pattern.base': '{{#label}} must be a moment in ISO 8601, such as 2026-01-31T09:00:00Z',
  });

/** Body of `POST /webhooks/{id}/replay`. */
export const replayBody = bodySchema({
  from: moment.description('The events that happened at or after this time, delivered or not.'),
  to: moment.description('The end of the period (exclusive). Default: now.'),
  failed_since: moment.description('Instead of a range: the deliveries that failed at or after this time.'),
  dry_run: Joi.boolean().description(
    'If true, events are counted and nothing is sent. Also accepted as a query parameter.',
  ),
})
  .xor('from', 'failed_since')
  .with('to', 'from')
  .messages({
    'object.xor': 'Give either from (and to) or failed_since, not both',
    'object.missing': 'Give from (and to), or failed_since',
  });
/** Either the events of a period, or those that failed since a moment. */
export type ReplayBody = ValueOf<typeof replayBody>;

export const replayQuery = textSchema({ dry_run: Joi.boolean() });

export const replayResponse = Joi.object({
  webhook_id: Joi.string().required(),
  dry_run: Joi.boolean().required(),
  /** Events that would be, or are being, sent. */
  count: Joi.number().integer().min(0).required(),
});
export type ReplayResponse = ValueOf<typeof replayResponse>;
