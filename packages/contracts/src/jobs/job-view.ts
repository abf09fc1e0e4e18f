import Joi from 'joi';

import { paginationSchema, type Pagination } from '../paging.js';
import { jobTypes, type JobType } from './job-catalogue.js';
import { dryRunKeys } from '../sync/import-plan.js';
import { jobWaitSchema, type JobWait } from '../job-wait.js';
import type { ValueOf } from '../schema-types.js';

export const jobStatuses = ['queued', 'active', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The statuses of an unfinished job. */
export const unfinishedJobStatuses: readonly JobStatus[] = ['queued', 'active'];

/** A job as callers see it (decisions: "Tracking a job"). */
export interface JobView {
  readonly job_id: string;
  readonly type: JobType;
  readonly status: JobStatus;
  readonly progress: {
    readonly total: number;
    readonly processed: number;
    readonly successful: number;
    readonly failed: number;
    /**
     * Rows that a cancelled import did not reach; they count neither as processed nor as failed, and a retry
     * imports them.
     */
    readonly not_processed: number;
  };
  /** The body that the endpoint returns if the request waits for the job; null until the job has finished. */
  readonly result: object | null;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  } | null;
  /** The job whose failed rows this one retries, the job that it undoes, or the dry run that it commits. */
  readonly parent_job_id: string | null;
  /** The id of the API key, access token or person that requested it; `psa` for a notification of the PSA. */
  readonly requested_by: string;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** When a running job is expected to finish; null if unknown or finished. */
  readonly estimated_finish_at: string | null;
  readonly waiting_for: JobWait | null;
  /** Only for a dry run. */
  readonly dry_run?: true;
  /** Only for a dry run: the requests that all of its writes so far would take. */
  readonly psa_requests?: number;
  /** Only for a finished dry run that is read by its id: how long its writes would take under the PSA's limit. */
  readonly estimated_seconds?: number;
  /** Of an import, and of its undo. */
  readonly source?: string;
  readonly file_name?: string;
  /** Of the key, token or person that requested it. */
  readonly requested_by_name?: string;
}

export const jobIdText = Joi.string().max(100).description('For example job_0mf3k2a9c4b1….');
const time = Joi.string().isoDate();
const count = Joi.number().integer().min(0).required();
const jobStatusText = Joi.string()
  .valid(...jobStatuses)
  .required();

export const acceptedJobResponse = Joi.object({
  job_id: jobIdText.required(),
  status: jobStatusText,
  status_url: Joi.string().required(),
  waiting_for: jobWaitSchema,
});
/** The 202 response to a request that does not wait for its job. */
export type AcceptedJob = ValueOf<typeof acceptedJobResponse>;

const jobProgressSchema = Joi.object<JobView['progress']>({
  total: count,
  processed: count,
  successful: count,
  failed: count,
  not_processed: count.description(
    'Rows that a cancelled import did not reach: neither processed nor failed. A retry of the job imports them.',
  ),
});

export const jobViewSchema = Joi.object<JobView>({
  job_id: jobIdText.required(),
  type: Joi.string()
    .valid(...jobTypes)
    .required(),
  status: jobStatusText,
  progress: jobProgressSchema.required(),
  result: Joi.object().unknown(true).allow(null).required(),
  error: Joi.object<NonNullable<JobView['error']>>({
    code: Joi.string().required(),
    message: Joi.string().required(),
    details: Joi.object().unknown(true).required(),
  })
    .allow(null)
    .required(),
  parent_job_id: jobIdText.allow(null).required(),
  requested_by: Joi.string()
    .required()
    .description('The id of the API key or user that requested it; `psa` for a notification from the PSA.'),
  created_at: time.required(),
  started_at: time.allow(null).required(),
  finished_at: time.allow(null).required(),
  estimated_finish_at: time.allow(null).required(),
  waiting_for: jobWaitSchema,
  ...dryRunKeys,
  estimated_seconds: Joi.number()
    .integer()
    .min(0)
    .description(
      'For a finished dry run that is read by its id: how long its writes would take under the limit of the PSA, as it is used now.',
    ),
  source: Joi.string().description('Of an import, and of its undo.'),
  file_name: Joi.string().description('Of the file that was imported, if the request named it.'),
  requested_by_name: Joi.string().description('The name of the API key or user that requested it.'),
});

export interface JobListResponse {
  readonly jobs: readonly JobView[];
  readonly pagination: Pagination;
}

export const jobListResponse = Joi.object<JobListResponse>({
  jobs: Joi.array().items(jobViewSchema).required(),
  pagination: paginationSchema.required(),
});
