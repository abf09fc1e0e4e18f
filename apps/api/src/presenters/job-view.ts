import type { JobView } from '@leadbridge/contracts';
import { isOfType, type JobRecord } from '@leadbridge/usecases';

import { presentResult } from '../pipeline/job-answer.js';
import { isFinished } from '../pipeline/wait-for-job.js';
import type { ApiServices } from '../services.js';
import { dryRunOf } from './dry-run.js';
import { bulkCounts, bulkResult } from './bulk-result.js';
import { undoResult } from './undo-result.js';

/** A job with its complete result. */
export async function presentJob(record: JobRecord, services: ApiServices): Promise<JobView> {
  return {
    ...(await presentJobSummary(record, services)),
    result: await wholeResult(record, services),
  };
}

/** Includes the rows of jobs that have rows. */
async function wholeResult(record: JobRecord, services: ApiServices): Promise<object | null> {
  if (isOfType('undo_import', record)) {
    return await undoResult(record, services);
  }
  return record.type === 'bulk_import' && isFinished(record.status)
    ? { ...(await bulkResult(record, services)) }
    : presentResult(record);
}

/** A job in a list: a bulk import's result without its rows. */
export async function presentJobSummary(record: JobRecord, services: ApiServices): Promise<JobView> {
  const finished = isFinished(record.status);
  return {
    job_id: record.jobId,
    type: record.type,
    status: record.status,
    progress: {
      total: record.progress.total,
      processed: record.progress.processed,
      successful: record.progress.successful,
      failed: record.progress.failed,
      not_processed: record.progress.notProcessed ?? 0,
    },
    result: record.type === 'bulk_import' && finished ? { ...bulkCounts(record) } : presentResult(record),
    error: presentError(record),
    parent_job_id: record.parentJobId,
    requested_by: record.actor.id,
    created_at: record.createdAt,
    started_at: record.startedAt,
    finished_at: record.finishedAt,
    estimated_finish_at: finished ? null : await services.estimateFinish(record),
    waiting_for: finished ? null : await services.waitingFor(record),
    ...dryRunOf(record),
  };
}

function presentError({ error }: JobRecord): JobView['error'] {
  return error === null ? null : { code: error.code, message: error.message, details: error.details };
}
