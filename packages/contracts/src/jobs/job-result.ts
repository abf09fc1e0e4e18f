import { camelizeKeys, snakeKeys, type Camelized } from '../wire-keys.js';
import type { JobAnswer, JobType } from './job-catalogue.js';

type JobResults = { [T in JobType]: Camelized<JobAnswer<T>> };

/** What a job has come to. The edge makes of it the body that the endpoint answers with (`jobAnswer`). */
export type JobResult<T extends JobType = JobType> = JobResults[T];

/** The body that the endpoint answers with when it is waited for. */
export function jobAnswer<T extends JobType>(result: JobResult<T>): JobAnswer<T> {
  return snakeKeys(result) as JobAnswer<T>;
}

/**
 * The result of a job as it is stored: in the form of release 1.0.0, whose APIs send it as they find it. They run beside workers of this
 * release during an upgrade (docs/compatibility.md).
 */
export function storedJobResult(result: object): Readonly<Record<string, unknown>> {
  return snakeKeys(result) as Readonly<Record<string, unknown>>;
}

/**
 * The result of a job as it was stored. Of what was erased of it, and of a job that still waits, there is less than the type says.
 */
export function readJobResult(stored: object): JobResult {
  return camelizeKeys(stored) as JobResult;
}
