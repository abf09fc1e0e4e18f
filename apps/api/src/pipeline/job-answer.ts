import { jobAnswer, type JobAnswer, type JobType } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import { ok, type Answer } from '../http/answer.js';

/** The response body for a job; null until it has a result. */
export function presentResult<T extends JobType>({ result }: JobRecord<T>): JobAnswer<T> | null {
  return result === null ? null : jobAnswer<T>(result);
}

/** Responds with the job's result. */
export function withResult<T extends JobType>(record: JobRecord<T>): Answer {
  return ok(presentResult(record));
}

/** Like `withResult`, for a job that has created what the response shows. */
export function createdWithResult<T extends JobType>(record: JobRecord<T>): Answer {
  return { ...withResult(record), status: 201 };
}
