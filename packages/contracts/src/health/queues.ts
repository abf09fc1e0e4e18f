import Joi from 'joi';

import type { ValueOf } from '../schema-types.js';

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
export type QueueDepth = NonNullable<QueuesResponse['queues']>[number];
