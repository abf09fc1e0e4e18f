import { jobAnswer, type JobAnswer, type JobType } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import { ok, type Answer } from '../http/answer.js';

/** The body that a job is answered with; null until it has come to a result. */
export function presentResult<T extends JobType>({ result }: JobRecord<T>): JobAnswer<T> | null {
  return result === null ? null : jobAnswer<T>(result);
}

/** Answers with what the job has come to. */
export function withResult<T extends JobType>(record: JobRecord<T>): Answer {
  return ok(presentResult(record));
}

/** As `withResult`, where the job has created what the answer shows. */
export function createdWithResult<T extends JobType>(record: JobRecord<T>): Answer {
  return { ...withResult(record), status: 201 };
}
