import Joi from 'joi';

import type { ValueOf } from '../schema-types.js';

/** The number of jobs in a queue. */
export interface QueueDepth {
  readonly name: string;
  /** Includes those that are put back (`delayed`). */
  readonly waiting: number;
  readonly delayed: number;
  readonly active: number;
  readonly failed: number;
}

const count = Joi.number().integer().min(0).required();

export const queuesResponse = Joi.object({
  queues: Joi.array()
    .items(
      Joi.object({
        name: Joi.string().required(),
        waiting: count.description('Waiting jobs, including those delayed until later (`delayed`).'),
        delayed: count,
        active: count,
        failed: count,
      }),
    )
    .allow(null)
    .required()
    .description('Null while Redis is unavailable.'),
});
/** The response of `GET /queues`; null while Redis is unavailable. */
export type QueuesResponse = ValueOf<typeof queuesResponse>;
