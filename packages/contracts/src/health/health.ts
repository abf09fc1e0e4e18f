import Joi from 'joi';

import { oneOf } from '../one-of.js';
import type { ValueOf } from '../schema-types.js';

/** The version in the health response and in the API's documents. */
export const apiVersion = '1.0.0';

/** `connected`; `disconnected`; `not_configured` if the configuration has no address for it. */
export const connectionStates = ['connected', 'disconnected', 'not_configured'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** For the queue also `refusing_writes`: Redis responds, and takes no write, for example because it is full. */
export const queueStates = [...connectionStates, 'refusing_writes'] as const;
export type QueueState = (typeof queueStates)[number];

/** For the PSA also `failing`: its address accepts connections, but the workers get no usable responses. */
export const psaStates = [...connectionStates, 'failing'] as const;
export type PsaState = (typeof psaStates)[number];

/**
 * Why the PSA gives no usable responses: no connection or no response in time; a status of 500 and above; a
 * response that is not from its API; refused credentials or access tokens; required names that it lacks.
 */
export const psaFailureReasons = [
  'unreachable',
  'server_error',
  'unreadable_answer',
  'credentials_refused',
  'missing_mapping',
] as const;
export type PsaFailureReason = (typeof psaFailureReasons)[number];

/** Whether events are dispatched to the webhooks; `unknown` while the database is unavailable. */
export const eventDispatchStates = ['working', 'stalled', 'unknown'] as const;
export type EventDispatchState = (typeof eventDispatchStates)[number];

const amount = Joi.number().min(0).required();
const count = Joi.number().integer().min(0).allow(null).required();
const state = oneOf(connectionStates);

const requests = Joi.number().integer().min(0).required();
export const requestsByPriority = {
  opt_out: requests,
  lifecycle: requests,
  single: requests,
  bulk: requests,
  /** Refreshing the mirror of the PSA. */
  mirror: requests,
};
/** `PsaRequestCounts`, plus those of others. */
export const usedRequests = Joi.object({ ...requestsByPriority, others: requests })
  .required()
  .description(
    'Used requests by priority; `others` are requests of other clients of the PSA, as far as its 429 responses show them.',
  );
const requestCounts = Joi.object(requestsByPriority).required();
/** Requests to the PSA by priority, highest first. */
export type PsaRequestCounts = ValueOf<typeof requestCounts>;

export const healthResponse = Joi.object({
  status: oneOf(['healthy', 'degraded']),
  version: Joi.string().required(),
  timestamp: Joi.string().isoDate().required(),
  services: Joi.object({
    psa: oneOf(psaStates),
    provider_a: state,
    database: state,
  }).required(),
  /** Since when the workers get no usable responses from the PSA, and why; null while they do. */
  psa_failure: Joi.object({
    since: Joi.string().isoDate().required(),
    reason: oneOf(psaFailureReasons),
    missing: Joi.array()
      .items(Joi.string())
      .description('For `missing_mapping`: what the PSA lacks. Jobs wait until it exists.'),
  })
    .allow(null)
    .required(),
  psa_write_check: Joi.object({
    passed_at: Joi.string().isoDate().required(),
    build: Joi.string().allow('').required(),
    /** Whether objects can be created several at a time: otherwise PSA_WRITE_BATCH counts as 1. */
    takes_arrays: Joi.boolean().required(),
  })
    .allow(null)
    .required()
    .description('The last passed `psa check --write` of this PSA; null if there is none.'),
  workers: Joi.object({
    /** Workers with a heartbeat within the last ten seconds. */
    alive: count,
    /** The last heartbeat of any worker; null if there never was one. */
    last_seen_at: Joi.string().isoDate().allow(null).required(),
  }).required(),
  queue: Joi.object({
    state: oneOf(queueStates),
    /** Waiting jobs, including delayed ones. */
    waiting: count,
    active: count,
  }).required(),
  /** The budget of PSA requests that all processes share; null while Redis is unavailable. */
  psa_budget: Joi.object({
    /** Requests per rolling window. */
    limit: requests,
    used: requests,
    window_seconds: amount,
    free: requestCounts.description('Requests that a new job of each priority could make at once.'),
    waiting: requestCounts.description('Waiting requests.'),
    used_by: usedRequests,
  })
    .allow(null)
    .required(),
  psa_mirror: Joi.object({
    complete: Joi.boolean().required(),
    missing: Joi.object({ tickets: requests, contacts: requests, clients: requests })
      .required()
      .description('How many entities the PSA counts that its pages did not show, by kind.'),
  })
    .allow(null)
    .required()
    .description('The mirror of the PSA; null if `PSA_MIRROR` is off, or while the database is unavailable.'),
  event_dispatch: Joi.object({
    state: oneOf(eventDispatchStates),
    /** Age of the oldest event that has not been dispatched yet; 0 if there is none. */
    oldest_waiting_seconds: Joi.number().min(0).allow(null).required(),
  }).required(),
  resources: Joi.object({
    uptime_seconds: amount,
    memory_mb: amount,
    heap_used_mb: amount,
    /** Share of one CPU since the process started; 0 to 1 and above. */
    cpu_share: amount,
    load_average: amount,
  }).required(),
});
/** The response of `GET /health`. Values from Redis are null while it is unavailable. */
export type HealthResponse = ValueOf<typeof healthResponse>;

export const aliveResponse = Joi.object({
  status: oneOf(['alive', 'ready']),
});
