import { statusOfErrorCode } from '@leadbridge/contracts';
import type { AcceptedJob, ErrorReason, JobInput, JobType } from '@leadbridge/contracts';
import { AppError, isoTime, withTimeout } from '@leadbridge/platform';
import type { JobFamily, JobRecord, NewJob, NewJobRow } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';
import { jobIdHeader, type RouteResponse } from '../http/route-response.js';
import { apiPrefix } from '../http/api-prefix.js';
import { preferenceApplied, waitMilliseconds } from '../http/preference.js';
import type { BodyList } from './body/index.js';
import type { JobPresenter, RouteRequest } from './route.js';
import { withResult } from './job-response.js';
import { waitForJob } from './wait-for-job.js';

/** Queueing takes a few milliseconds; a longer wait means that Redis is unavailable. */
const enqueueMilliseconds = 2_000;
const retryAfterSeconds = 1;

export interface JobPlan<T extends JobType = JobType> {
  readonly type: T;
  /** With all defaults. */
  readonly input: JobInput<T>;
  /** The rows of a bulk import. */
  readonly rows?: readonly NewJobRow[];
  /** Instead: the rows of a list that is too long to be in memory. */
  readonly list?: BodyList;
  /** Only for a retry: the job whose rows it retries, and the state of its family when they were selected. */
  readonly retryOf?: { readonly jobId: string; readonly family: JobFamily };
  /** Stores the job together with other data. */
  readonly store?: (job: NewJob<T>) => Promise<void>;
}

export interface WaitOptions {
  /** Builds the response of a job that did not fail; its result by default. */
  readonly present?: JobPresenter;
  /** Never waits for the job, whatever the caller prefers. */
  readonly inBackground?: boolean;
  /** The maximum wait for callers without a preference, if it is less than the service's own. */
  readonly usualWaitSeconds?: number;
}

/**
 * Stores the job, enqueues it and waits for it. Nothing is acknowledged before the record is stored; from
 * then on the job will run even if the queue is unavailable, so all later problems result in a 202 and no
 * error. A resumed request continues with the job that its first run stored; if that stored none, or only a
 * part of it, the job is planned and stored again, without being counted again.
 */
export async function enqueueAndWait<T extends JobType>(
  request: RouteRequest,
  plan: () => JobPlan<T> | Promise<JobPlan<T>>,
  {
    present = withResult,
    inBackground = false,
    usualWaitSeconds = request.services.syncWaitSeconds,
  }: WaitOptions = {},
): Promise<RouteResponse> {
  const { services, jobId, preference } = request;
  const existing = request.resumed ? await services.jobs.find(jobId) : null;
  const job = { jobId, type: existing?.type ?? (await startJob(request, await plan())) };
  const headers = (accepted: boolean): Record<string, string> => ({
    ...preferenceApplied(preference, accepted),
  });
  const queued = await enqueueStored(job, services);
  const waits = queued && !inBackground;
  const usualWait = Math.min(usualWaitSeconds, services.syncWaitSeconds);
  const wait = waits ? waitMilliseconds(preference, usualWait) : 0;
  const finished = wait === 0 ? null : await waitForJob(services, job, wait);
  if (finished !== null) {
    const response = await presentFinishedJob(finished, present, services);
    return { ...response, headers: { ...response.headers, ...headers(false) } };
  }
  // A caller that has waited gets the job's current progress.
  const now = wait === 0 ? existing : await services.jobs.find(jobId);
  return await acceptedResponse(now ?? { ...job, status: 'queued' }, services, headers(true));
}

/** False if the queue is unavailable; a Redis client that has lost its server may also never respond. */
async function enqueueStored(
  job: { jobId: string; type: JobType },
  { queue, logger }: ApiServices,
): Promise<boolean> {
  try {
    await withTimeout(queue.enqueue(job), enqueueMilliseconds);
    return true;
  } catch (error) {
    logger.warn('a stored job could not be queued; the sweep will queue it', {
      job_id: job.jobId,
      error,
    });
    return false;
  }
}

async function startJob<T extends JobType>(request: RouteRequest, plan: JobPlan<T>): Promise<JobType> {
  if (!request.resumed) {
    await request.admit();
  }
  await storeJob(request, plan);
  return plan.type;
}

/** @throws AppError 409 if another retry of the same rows has begun meanwhile */
async function storeJob<T extends JobType>(request: RouteRequest, plan: JobPlan<T>): Promise<void> {
  const { services, jobId, credential, requestId } = request;
  const job: NewJob<T> = {
    jobId,
    type: plan.type,
    input: plan.input,
    requestId,
    actor: credential === null ? { id: 'psa', name: 'PSA' } : { id: credential.id, name: credential.name },
    total: plan.list?.length ?? plan.rows?.length ?? 1,
    createdAt: isoTime(services.clock.now()),
    ...(plan.retryOf === undefined ? {} : { parentJobId: plan.retryOf.jobId }),
  };
  const { rows, list, retryOf, store } = plan;
  if (store !== undefined) {
    await store(job);
  } else if (list !== undefined) {
    await services.jobs.createWithRows(job, list.items());
  } else if (rows === undefined) {
    await services.jobs.create(job);
  } else if (retryOf === undefined) {
    await services.jobs.createWithRows(job, rows);
  } else if (!(await services.jobs.createRetry(job, rows, retryOf.family))) {
    throw new AppError('VALIDATION_ERROR', 'Another retry of this import began at the same moment', {
      status: 409,
      retryAfterSeconds,
      details: { reason: 'JOB_RETRY_IN_PROGRESS' satisfies ErrorReason, job_id: retryOf.jobId },
    });
  }
}

export async function presentFinishedJob(
  record: JobRecord,
  present: JobPresenter,
  services: ApiServices,
): Promise<RouteResponse> {
  const { jobId } = record;
  if (record.status !== 'failed') {
    const response = await present(record, services);
    return { ...response, headers: { ...response.headers, [jobIdHeader]: jobId }, jobId };
  }
  const { code, message, details } = record.error ?? {
    code: 'INTERNAL_ERROR' as const,
    message: 'The job failed',
    details: {},
  };
  return {
    status: statusOfErrorCode[code],
    error: new AppError(code, message, { details }),
    headers: { [jobIdHeader]: jobId },
    jobId,
  };
}

async function acceptedResponse(
  job: Pick<JobRecord, 'jobId' | 'type' | 'status' | 'putBack'>,
  services: ApiServices,
  headers: Record<string, string>,
): Promise<RouteResponse> {
  const { jobId, status } = job;
  const address = `${apiPrefix}/jobs/${jobId}`;
  const body: AcceptedJob = {
    job_id: jobId,
    status,
    status_url: address,
    waiting_for: await services.waitingFor(job),
  };
  return { status: 202, body, headers: { Location: address, [jobIdHeader]: jobId, ...headers } };
}
