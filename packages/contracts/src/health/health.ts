import Joi from 'joi';

/** The version that the health answer and the API's documents carry. */
export const apiVersion = '1.0.0';

/** `connected`; `disconnected`; `not_configured` for what the configuration gives no address of. */
export const connectionStates = ['connected', 'disconnected', 'not_configured'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** The answer of `GET /health`. */
export interface HealthAnswer {
  readonly status: 'healthy' | 'degraded';
  readonly version: string;
  readonly timestamp: string;
  readonly services: {
    readonly psa: ConnectionState;
    readonly provider_a: ConnectionState;
    readonly database: ConnectionState;
  };
  readonly resources: {
    readonly uptime_seconds: number;
    readonly memory_mb: number;
    readonly heap_used_mb: number;
    /** Of one processor, since the process started; 0 to 1 and above. */
    readonly cpu_share: number;
    readonly load_average: number;
  };
}

const amount = Joi.number().min(0).required();
const state = Joi.string()
  .valid(...connectionStates)
  .required();

export const healthAnswer = Joi.object<HealthAnswer>({
  status: Joi.string().valid('healthy', 'degraded').required(),
  version: Joi.string().required(),
  timestamp: Joi.string().isoDate().required(),
  services: Joi.object({ psa: state, provider_a: state, database: state }).required(),
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
