import { jobResponse, type JobResponse, type JobType } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import { ok, type RouteResponse } from '../http/route-response.js';

/** The response body for a job; null until it has a result. */
export function presentResult<T extends JobType>({ result }: JobRecord<T>): JobResponse<T> | null {
  return result === null ? null : jobResponse<T>(result);
}

export function withResult<T extends JobType>(record: JobRecord<T>): RouteResponse {
  return ok(presentResult(record));
}

/** Like `withResult`, for a job that has created what the response shows. */
export function createdWithResult<T extends JobType>(record: JobRecord<T>): RouteResponse {
  return { ...withResult(record), status: 201 };
}
