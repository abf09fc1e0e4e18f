import Joi from 'joi';

import { eventTypes } from '../events/event-types.js';
import { oneOf } from '../one-of.js';
import { listResponse, pageKeys } from '../paging.js';
import { textSchema } from '../request-schema.js';
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
