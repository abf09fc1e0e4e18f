import { emptyBody, isRowJobType, jobParams, jobViewSchema, type ErrorReason } from '@leadbridge/contracts';
import { AppError, withTimeout } from '@leadbridge/platform';
import type { JobRecord } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentJob } from '../../presenters/job-view.js';
import type { ApiServices } from '../../services.js';
import { findJob } from './find-job.js';

/** The record holds the cancellation, so the response need not wait for an unavailable Redis. */
const promoteTimeoutMs = 2_000;

export const cancelJob = defineRoute({
  method: 'post',
  path: '/jobs/:job_id/cancel',
  permission: 'data.sync',
  summary: 'Stop a bulk import or an undo after the current batch',
  description:
    'Rows that were not reached are counted in `progress.not_processed`, neither as processed nor as failed. They appear in `errors` as `Not processed` with the code `CANCELLED`. A retry of the job imports them; another undo undoes them.',
  tags: ['Jobs'],
  request: { params: jobParams, body: emptyBody },
  responses: {
    200: { description: 'The job; it is `cancelled` once its worker has stopped.', schema: jobViewSchema },
  },
  errors: [404, 409],
  handler: async ({ params, services }) => {
    const { jobId } = await findJob(services, params.job_id);
    const accepted = await services.jobs.requestCancel(jobId);
    const record = await findJob(services, jobId);
    if (!accepted && record.status !== 'cancelled') {
      const isCancellable = isRowJobType(record.type);
      const message = isCancellable
        ? 'The job has already finished'
        : 'Only a bulk import or an undo can be cancelled';
      throw new AppError('VALIDATION_ERROR', message, {
        status: 409,
        details: {
          field: 'status',
          value: record.status,
          reason: (isCancellable ? 'JOB_FINISHED' : 'JOB_NOT_CANCELLABLE') satisfies ErrorReason,
        },
      });
    }
    if (accepted) {
      await promoteDelayed(record, services);
    }
    return ok(await presentJob(record, services));
  },
});

/** Without this, an import that waits for the PSA's budget would end only at its next turn, minutes later. */
async function promoteDelayed(record: JobRecord, { queue, logger }: ApiServices): Promise<void> {
  try {
    await withTimeout(queue.promoteDelayed(record), promoteTimeoutMs);
  } catch (error) {
    logger.warn('a cancelled job that is delayed could not be promoted; it ends when it is due', {
      job_id: record.jobId,
      error,
    });
  }
}
