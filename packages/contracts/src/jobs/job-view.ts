import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { listResponse } from '../paging.js';
import { jobTypes } from './job-catalogue.js';
import { dryRunKeys } from '../sync/import-plan.js';
import { jobWaitSchema } from '../job-wait.js';
import type { ValueOf } from '../schema-types.js';

export const jobStatuses = ['queued', 'active', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const unfinishedJobStatuses: readonly JobStatus[] = ['queued', 'active'];

export const jobIdText = Joi.string().max(100).description('For example job_0mf3k2a9c4b1….');
const time = Joi.string().isoDate();
const count = Joi.number().integer().min(0).required();
const jobStatusText = oneOf(jobStatuses);

export const acceptedJobResponse = Joi.object({
  job_id: jobIdText.required(),
  status: jobStatusText,
  status_url: Joi.string().required(),
  waiting_for: jobWaitSchema,
});
/** The 202 response to a request that does not wait for its job. */
export type AcceptedJob = ValueOf<typeof acceptedJobResponse>;

const jobProgressSchema = Joi.object({
  total: count,
  processed: count,
  successful: count,
  failed: count,
  not_processed: count.description(
    'Rows that a cancelled import did not reach: neither processed nor failed. A retry of the job imports them.',
  ),
});

export const jobViewSchema = Joi.object({
  job_id: jobIdText.required(),
  type: oneOf(jobTypes),
  status: jobStatusText,
  progress: jobProgressSchema.required(),
  /** The body that the endpoint returns if the request waits for the job; null until the job has finished. */
  result: Joi.object().unknown(true).allow(null).required(),
  error: Joi.object({
    code: Joi.string().required(),
    message: Joi.string().required(),
    details: Joi.object().unknown(true).required(),
  })
    .allow(null)
    .required(),
  /** The job whose failed rows this one retries, the job that it undoes, or the dry run that it commits. */
  parent_job_id: jobIdText.allow(null).required(),
  requested_by: Joi.string()
    .required()
    .description('The id of the API key or user that requested it; `psa` for a notification from the PSA.'),
  created_at: time.required(),
  started_at: time.allow(null).required(),
  finished_at: time.allow(null).required(),
  /** When a running job is expected to finish; null if unknown or finished. */
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
/** A job as callers see it (decisions: "Tracking a job"). */
export type JobView = ValueOf<typeof jobViewSchema>;

export const jobListResponse = listResponse('jobs', jobViewSchema);
export type JobListResponse = ValueOf<typeof jobListResponse>;
