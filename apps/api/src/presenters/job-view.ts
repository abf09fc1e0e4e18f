import type { JobQueryOptions, JobView } from '@leadbridge/contracts';
import { isOfType, readJob, type JobRecord } from '@leadbridge/usecases';

import { presentResult } from '../pipeline/job-response.js';
import { isFinished } from '../pipeline/wait-for-job.js';
import type { ApiServices } from '../services.js';
import { dryRunOf } from './dry-run.js';
import { bulkCounts, bulkResult } from './bulk-result.js';
import { undoResult } from './undo-result.js';

/** A job with its complete result, or with the counts alone. */
export async function presentJob(
  record: JobRecord,
  services: ApiServices,
  { results }: JobQueryOptions = { results: 'all' },
): Promise<JobView> {
  const summary = await presentJobSummary(record, services);
  const { psa_requests: requests } = summary;
  const seconds =
    requests === undefined || !isFinished(record.status) ? null : await services.estimateSeconds(requests);
  return {
    ...summary,
    ...(results === 'none' ? {} : { result: await wholeResult(record, services) }),
    ...(seconds === null ? {} : { estimated_seconds: seconds }),
  };
}

/** Includes the rows of jobs that have rows. */
async function wholeResult(record: JobRecord, services: ApiServices): Promise<JobView['result']> {
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
    ...namesOf(record),
  };
}

/** What people know a job by. */
function namesOf(record: JobRecord): Pick<JobView, 'source' | 'file_name' | 'requested_by_name'> {
  const { source } = record.input;
  const fileName = fileNameOf(record);
  return {
    ...(typeof source === 'string' ? { source } : {}),
    ...(fileName === undefined ? {} : { file_name: fileName }),
    requested_by_name: record.actor.name,
  };
}

/** The name of the file that was imported, for the import and its undo. */
export function fileNameOf(record: JobRecord): string | undefined {
  if (isOfType('bulk_import', record)) {
    return readJob(record).input.batch_options.file_name;
  }
  return isOfType('undo_import', record) ? readJob(record).input.file_name : undefined;
}

function presentError({ error }: JobRecord): JobView['error'] {
  return error === null ? null : { code: error.code, message: error.message, details: error.details };
}
