import { emptyBody, importLeadsResponse, jobParams, type ErrorReason } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import { readJob, type JobRecord } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineJobRoute } from '../../pipeline/job-route.js';
import { isFinished } from '../../pipeline/wait-for-job.js';
import { bulkResult } from '../../presenters/bulk-result.js';
import { requestedSource } from '../requested-source.js';
import { findBulkImport } from './find-job.js';

export const retryJob = defineJobRoute({
  method: 'post',
  path: '/jobs/:job_id/retry',
  permission: 'data.sync',
  summary: 'Retry the failed rows of a bulk import in a new job',
  description:
    'Rows keep their index. A row that an earlier retry has imported, or has yet to run, is not retried again. The new job has the first job as its `parent_job_id`, by which `GET /jobs` can filter. It does not count towards the limit of bulk imports.',
  tags: ['Jobs'],
  request: { params: jobParams, body: emptyBody },
  responses: { 200: { description: 'The results of the rows.', schema: importLeadsResponse } },
  errors: [404],
  limits: ['sync'],
  job: 'bulk_import',
  plan: async ({ params, services }) => {
    const parent = await findBulkImport(services, params.job_id);
    if (!isFinished(parent.status)) {
      throw refuse('The job has not finished', 'JOB_NOT_FINISHED', parent);
    }
    const { jobId } = parent;
    const { rows, failed, family } = await services.jobs.retryableRows(jobId);
    if (failed === 0) {
      throw refuse('The job has no failed rows', 'JOB_HAS_NO_FAILED_ROWS', parent);
    }
    if (rows.length === 0) {
      throw refuse(
        'Every failed row was imported by a retry, or is waiting in one',
        'JOB_HAS_NO_FAILED_ROWS',
        parent,
      );
    }
    const { input } = readJob(parent);
    requestedSource(input.source, services);
    return { input, rows, retryOf: { jobId, family } };
  },
  present: async (record, services) => ok(await bulkResult(record, services)),
});

function refuse(message: string, reason: ErrorReason, { status }: JobRecord): AppError {
  return new AppError('VALIDATION_ERROR', message, {
    status: 409,
    details: { field: 'status', value: status, reason },
  });
}
