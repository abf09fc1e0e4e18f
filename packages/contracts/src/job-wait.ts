import Joi from 'joi';

import { oneOf } from './one-of.js';
import type { ValueOf } from './schema-types.js';

/**
 * What an unfinished job waits for: PSA requests for which the budget has no room; a PSA that gives no usable
 * responses; a worker, if none runs; its turn behind other jobs, its own `rate_limit`, or a record that is
 * locked by other work.
 */
export const jobWaitReasons = ['psa_budget', 'psa_unavailable', 'no_worker', 'queue'] as const;
export type JobWaitReason = (typeof jobWaitReasons)[number];

/** Always present; null for a job that waits for nothing, and for a finished one. */
export const jobWaitSchema = Joi.object({
  reason: oneOf(jobWaitReasons),
  until: Joi.string().isoDate().allow(null).required().description('Null if unknown.'),
})
  .allow(null)
  .required()
  .description('What the job waits for; null if it is not waiting.');
export type JobWait = NonNullable<ValueOf<typeof jobWaitSchema>>;
