import Joi from 'joi';

/**
 * What a job that has not finished waits for: requests that the PSA's budget has for it; a PSA that gives no usable answers; a worker, where none
 * is at work; its turn, behind other jobs, for its own `rate_limit`, or for a record that other work holds.
 */
export const jobWaitReasons = ['psa_budget', 'psa_unavailable', 'no_worker', 'queue'] as const;
export type JobWaitReason = (typeof jobWaitReasons)[number];

export interface JobWait {
  readonly reason: JobWaitReason;
  /** ISO 8601: when the job goes on; null where nobody knows. */
  readonly until: string | null;
}

/** Always there; null for a job that waits for nothing, and for one that has finished. */
export const jobWaitSchema = Joi.object<JobWait>({
  reason: Joi.string()
    .valid(...jobWaitReasons)
    .required(),
  until: Joi.string().isoDate().allow(null).required().description('Null if unknown.'),
})
  .allow(null)
  .required()
  .description('What the job waits for; null if it is not waiting.');
