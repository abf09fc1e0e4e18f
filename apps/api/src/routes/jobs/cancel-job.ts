import { emptyBody, jobParams, jobViewSchema } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../http/route.js';
import { presentJob } from '../../presenters/job-view.js';
import { findJob } from './find-job.js';

export const cancelJob = defineRoute({
  method: 'post',
  path: '/jobs/:job_id/cancel',
  permission: 'data.sync',
  summary: 'Stop a bulk import after the batch in hand',
  tags: ['Jobs'],
  request: { params: jobParams, body: emptyBody },
  answers: {
    200: { description: 'The job; it is `cancelled` once its worker has stopped.', schema: jobViewSchema },
  },
  errors: [404, 409],
  handler: async ({ params, services }) => {
    const { jobId } = await findJob(services, params.job_id);
    const accepted = await services.jobs.requestCancel(jobId);
    const record = await findJob(services, jobId);
    if (!accepted && record.status !== 'cancelled') {
      const message =
        record.type === 'bulk_import'
          ? 'The job has already finished'
          : 'Only a bulk import can be cancelled';
      throw new AppError('VALIDATION_ERROR', message, {
        status: 409,
        details: { field: 'status', value: record.status },
      });
    }
    return ok(await presentJob(record, services));
  },
});
