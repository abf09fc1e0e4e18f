import { camelizeKeys, snakeKeys, type Camelized } from '../wire-keys.js';
import type { JobResponse, JobType } from './job-catalogue.js';

type JobResults = { [T in JobType]: Camelized<JobResponse<T>> };

/** The result of a job. The API builds the endpoint's response body from it (`jobResponse`). */
export type JobResult<T extends JobType = JobType> = JobResults[T];

export function jobResponse<T extends JobType>(result: JobResult<T>): JobResponse<T> {
  return snakeKeys(result) as JobResponse<T>;
}

/**
 * The result of a job as it is stored: in the format of release 1.0.0, whose APIs send it unchanged. During
 * an upgrade they run together with workers of this release (docs/compatibility.md).
 */
export function storedJobResult(result: object): Readonly<Record<string, unknown>> {
  return snakeKeys(result) as Readonly<Record<string, unknown>>;
}

/** It has less than the type says if parts were erased, or if the job still waits. */
export function readJobResult(stored: object): JobResult {
  return camelizeKeys(stored) as JobResult;
}
