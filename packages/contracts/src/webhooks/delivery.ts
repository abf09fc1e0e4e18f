import Joi from 'joi';

import { eventTypes } from '../events/event-types.js';
import { pageKeys, paginationSchema } from '../paging.js';
import type { PageQuery, Pagination } from '../paging.js';
import { textSchema } from '../request-schema.js';

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One attempt to deliver an event. */
export interface DeliveryAttemptView {
  readonly at: string;
  /** Null if no response arrived. */
  readonly status_code: number | null;
  readonly duration_ms: number;
  /** Null for a success. */
  readonly error: string | null;
  /** The first 4 kB of the response body. */
  readonly response: string | null;
  /** By lower-case name. */
  readonly response_headers: Readonly<Record<string, string>> | null;
}

/** What was sent, with its secrets masked and at most 4 kB of its body. */
export interface DeliveryRequestView {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One event for one webhook. */
export interface DeliveryView {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly next_attempt_at: string | null;
  /** All attempts so far; `attempts` contains the latest ones. */
  readonly attempt_count: number;
  /** Why the last attempt failed, or why the delivery ended without one. */
  readonly error: string | null;
  /** Of the last attempt; null if nothing was sent. */
  readonly request: DeliveryRequestView | null;
  readonly attempts: readonly DeliveryAttemptView[];
}

const time = Joi.string().isoDate();
const text = Joi.string().allow('');
const headers = Joi.object().pattern(Joi.string(), text);

export const deliveryViewSchema = Joi.object<DeliveryView>({
  id: Joi.string().required(),
  webhook_id: Joi.string().required(),
  event_id: Joi.string().required(),
  event: Joi.string().required(),
  status: Joi.string()
    .valid(...deliveryStatuses)
    .required(),
  created_at: time.required(),
  finished_at: time.allow(null).required(),
  next_attempt_at: time.allow(null).required(),
  attempt_count: Joi.number().integer().min(0).required(),
  error: text.allow(null).required(),
  request: Joi.object<DeliveryRequestView>({ headers: headers.required(), body: text.required() })
    .allow(null)
    .required()
    .description(
      'The request of the last attempt, with signatures and other secrets masked, and at most 4 kB of its body.',
    ),
  attempts: Joi.array()
    .items(
      Joi.object<DeliveryAttemptView>({
        at: time.required(),
        status_code: Joi.number().integer().allow(null).required(),
        duration_ms: Joi.number().integer().min(0).required(),
        error: text.allow(null).required(),
        response: text.allow(null).required().description('At most 4 kB of the body.'),
        response_headers: headers.allow(null).required().description('Cookies and other secrets are masked.'),
      }),
    )
    .required(),
});

export interface DeliveryListQuery extends PageQuery {
  readonly status?: DeliveryStatus;
  readonly event?: string;
}

/** Query of `GET /webhooks/{id}/deliveries`. */
export const deliveryListQuery = textSchema<DeliveryListQuery>({
  ...pageKeys('deliveries', { limit: 50, maximum: 500 }),
  status: Joi.string().valid(...deliveryStatuses),
  event: Joi.string().valid(...eventTypes),
});

export interface DeliveryListAnswer {
  readonly deliveries: readonly DeliveryView[];
  readonly pagination: Pagination;
}

export const deliveryListAnswer = Joi.object<DeliveryListAnswer>({
  deliveries: Joi.array().items(deliveryViewSchema).required(),
  pagination: paginationSchema.required(),
});

export interface DeliveryParams {
  readonly webhook_id: string;
  readonly delivery_id: string;
}

export const deliveryParams = textSchema<DeliveryParams>({
  webhook_id: Joi.string().max(64).required(),
  delivery_id: Joi.string().max(64).required().description('For example dlv_0mf3k2a9c4b1….'),
});

/** How a webhook's target has responded lately. */
export interface WebhookStatisticsAnswer {
  readonly webhook_id: string;
  readonly attempts: number;
  /** From 0 to 1; null without an attempt. */
  readonly success_rate: number | null;
  readonly p95_ms: number | null;
}

export const webhookStatisticsAnswer = Joi.object<WebhookStatisticsAnswer>({
  webhook_id: Joi.string().required(),
  attempts: Joi.number().integer().min(0).required(),
  success_rate: Joi.number().min(0).max(1).allow(null).required(),
  p95_ms: Joi.number().integer().min(0).allow(null).required(),
});
