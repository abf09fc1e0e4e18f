import Joi from 'joi';

/** The version in the health response and in the API's documents. */
export const apiVersion = '1.0.0';

/** `connected`; `disconnected`; `not_configured` if the configuration has no address for it. */
export const connectionStates = ['connected', 'disconnected', 'not_configured'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** For the queue also `refusing_writes`: Redis answers, and takes no write, for example because it is full. */
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

/** Requests to the PSA by priority, highest first. */
export interface PsaRequestCounts {
  readonly opt_out: number;
  readonly lifecycle: number;
  readonly single: number;
  readonly bulk: number;
  /** Refreshing the mirror of the PSA. */
  readonly mirror: number;
}

/** The response of `GET /health`. Values from Redis are null while it is unavailable. */
export interface HealthAnswer {
  readonly status: 'healthy' | 'degraded';
  readonly version: string;
  readonly timestamp: string;
  readonly services: {
    readonly psa: PsaState;
    readonly provider_a: ConnectionState;
    readonly database: ConnectionState;
  };
  /** Since when the workers get no usable responses from the PSA, and why; null while they do. */
  readonly psa_failure: {
    readonly since: string;
    readonly reason: PsaFailureReason;
    /** What the PSA lacks, if that is the reason: jobs wait until it exists. */
    readonly missing?: readonly string[];
  } | null;
  /**
   * The round trip of writes (`leadbridge psa check --write`) that the PSA has passed on its current build;
   * null if there is none, as with the PSA of the specification.
   */
  readonly psa_write_check: {
    readonly passed_at: string;
    readonly build: string;
    /**
     * Whether several objects in one request were created and returned: otherwise PSA_WRITE_BATCH counts as
     * 1.
     */
    readonly takes_arrays: boolean;
  } | null;
  readonly workers: {
    /** Workers with a heartbeat within the last ten seconds. */
    readonly alive: number | null;
    /** The last heartbeat of any worker; null if there never was one. */
    readonly last_seen_at: string | null;
  };
  readonly queue: {
    readonly state: QueueState;
    /** Waiting jobs, including delayed ones. */
    readonly waiting: number | null;
    readonly active: number | null;
  };
  /** The budget of PSA requests that all processes share; null while Redis is unavailable. */
  readonly psa_budget: {
    /** Requests per rolling window. */
    readonly limit: number;
    readonly used: number;
    readonly window_seconds: number;
    /** Requests that a new caller of each priority may make at once. */
    readonly free: PsaRequestCounts;
    /** Waiting requests. */
    readonly waiting: PsaRequestCounts;
    /**
     * Used requests: ours by priority, and those of the PSA's other clients, as far as its refusals show
     * them.
     */
    readonly used_by: PsaRequestCounts & { readonly others: number };
  } | null;
  /** The mirror of the PSA; null if it is off, or while the database is unavailable. */
  readonly psa_mirror: {
    /** Whether all kinds are complete. */
    readonly complete: boolean;
    /** How many entities the PSA counts that its pages did not show. */
    readonly missing: {
      readonly tickets: number;
      readonly contacts: number;
      readonly clients: number;
    };
  } | null;
  readonly event_dispatch: {
    readonly state: EventDispatchState;
    /** Age of the oldest event that has not been dispatched yet; 0 if there is none. */
    readonly oldest_waiting_seconds: number | null;
  };
  readonly resources: {
    readonly uptime_seconds: number;
    readonly memory_mb: number;
    readonly heap_used_mb: number;
    /** Share of one CPU since the process started; 0 to 1 and above. */
    readonly cpu_share: number;
    readonly load_average: number;
  };
}

const amount = Joi.number().min(0).required();
const count = Joi.number().integer().min(0).allow(null).required();
const state = Joi.string()
  .valid(...connectionStates)
  .required();

const requests = Joi.number().integer().min(0).required();
export const requestsByPriority = {
  opt_out: requests,
  lifecycle: requests,
  single: requests,
  bulk: requests,
  mirror: requests,
};
/** `PsaRequestCounts`, plus those of others. */
export const usedRequests = Joi.object({ ...requestsByPriority, others: requests })
  .required()
  .description(
    'Used requests by priority; `others` are requests of other clients of the PSA, as far as its 429 responses show them.',
  );
const requestCounts = Joi.object<PsaRequestCounts>(requestsByPriority).required();

export const healthAnswer = Joi.object<HealthAnswer>({
  status: Joi.string().valid('healthy', 'degraded').required(),
  version: Joi.string().required(),
  timestamp: Joi.string().isoDate().required(),
  services: Joi.object({
    psa: Joi.string()
      .valid(...psaStates)
      .required(),
    provider_a: state,
    database: state,
  }).required(),
  psa_failure: Joi.object({
    since: Joi.string().isoDate().required(),
    reason: Joi.string()
      .valid(...psaFailureReasons)
      .required(),
    missing: Joi.array()
      .items(Joi.string())
      .description('For `missing_mapping`: what the PSA lacks. Jobs wait until it exists.'),
  })
    .allow(null)
    .required(),
  psa_write_check: Joi.object({
    passed_at: Joi.string().isoDate().required(),
    build: Joi.string().allow('').required(),
    takes_arrays: Joi.boolean().required(),
  })
    .allow(null)
    .required()
    .description('The last passed `psa check --write` of this PSA; null if there is none.'),
  workers: Joi.object({
    alive: count,
    last_seen_at: Joi.string().isoDate().allow(null).required(),
  }).required(),
  queue: Joi.object({
    state: Joi.string()
      .valid(...queueStates)
      .required(),
    waiting: count,
    active: count,
  }).required(),
  psa_budget: Joi.object({
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
    state: Joi.string()
      .valid(...eventDispatchStates)
      .required(),
    oldest_waiting_seconds: Joi.number().min(0).allow(null).required(),
  }).required(),
  resources: Joi.object({
    uptime_seconds: amount,
    memory_mb: amount,
    heap_used_mb: amount,
    cpu_share: amount,
    load_average: amount,
  }).required(),
});

export const aliveAnswer = Joi.object<{ status: 'alive' | 'ready' }>({
  status: Joi.string().valid('alive', 'ready').required(),
});
