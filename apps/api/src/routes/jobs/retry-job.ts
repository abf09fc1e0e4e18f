import { emptyBody, importLeadsAnswer, jobParams } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import type { JobRecord, NewJobRow } from '@leadbridge/usecases';

import { ok } from '../../http/answer.js';
import { defineJobRoute } from '../../pipeline/job-route.js';
import { isFinished } from '../../pipeline/wait-for-job.js';
import { bulkResult } from '../../presenters/bulk-result.js';
import type { ApiServices } from '../../services.js';
import { findBulkImport } from './find-job.js';

export const retryJob = defineJobRoute({
  method: 'post',
  path: '/jobs/:job_id/retry',
  permission: 'data.sync',
  summary: 'Run the failed rows of a bulk import again, as a new job',
  description:
    'The rows keep their index. The new job names the first as its parent_job_id, by which `GET /jobs` finds it; it is not counted as a bulk import of its own.',
  tags: ['Jobs'],
  request: { params: jobParams, body: emptyBody },
  answers: { 200: { description: 'What came of the rows.', schema: importLeadsAnswer } },
  errors: [404],
  limits: ['sync'],
  plan: async ({ params, services }) => {
    const parent = await findBulkImport(services, params.job_id);
    if (!isFinished(parent.status)) {
      throw refuse('The job has not finished', parent);
    }
    const rows = await failedRows(parent, services);
    if (rows.length === 0) {
      throw refuse('The job has no failed rows', parent);
    }
    return { type: 'bulk_import', input: parent.input, rows, parentJobId: parent.jobId };
  },
  present: async (record, services) => ok(await bulkResult(record, services)),
});

/** The failed rows as they were sent, with the index that their sender knows them by. */
async function failedRows(parent: JobRecord, services: ApiServices): Promise<NewJobRow[]> {
  const failed = new Set<number>();
  let last = -1;
  for await (const { index } of services.jobs.streamRows(parent.jobId, { status: 'failed' })) {
    failed.add(index);
    last = index;
  }
  const rows: NewJobRow[] = [];
  for await (const { index, data } of services.sentRows.rowsBefore(parent.jobId, last + 1)) {
    if (failed.has(index)) {
      rows.push({ index, data });
    }
  }
  return rows;
}

function refuse(message: string, { status }: JobRecord): AppError {
  return new AppError('VALIDATION_ERROR', message, {
    status: 409,
    details: { field: 'status', value: status },
  });
}
