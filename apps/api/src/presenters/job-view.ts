import { bulkFailure, hasUndoResult, jobViewSchema, undoSuccess, wireForm } from '@leadbridge/contracts';
import type {
  BulkFailure,
  JobQueryOptions,
  JobView,
  UndoImportResponse,
  UndoSuccess,
} from '@leadbridge/contracts';
import { isOfType, readJob, type JobRecord } from '@leadbridge/usecases';

import { presentResult } from '../pipeline/job-response.js';
import { isFinished } from '../pipeline/wait-for-job.js';
import type { ApiServices } from '../services.js';
import { dryRunOf } from './dry-run.js';
import { bulkCounts, bulkResult } from './bulk-result.js';
import { withPersons, type RowServices } from './row-person.js';

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
  const { source } = record.input;
  const fileName = fileNameOf(record);
  return {
    ...wireForm(jobViewSchema, {
      ...record,
      progress: { ...record.progress, notProcessed: record.progress.notProcessed ?? 0 },
      result: record.type === 'bulk_import' && finished ? { ...bulkCounts(record) } : presentResult(record),
      requestedBy: record.actor.id,
      requestedByName: record.actor.name,
      estimatedFinishAt: finished ? null : await services.estimateFinish(record),
      waitingFor: finished ? null : await services.waitingFor(record),
      ...(typeof source === 'string' ? { source } : {}),
      ...(fileName === undefined ? {} : { fileName }),
    }),
    ...dryRunOf(record),
  };
}

/** The name of the file that was imported, for the import and its undo. */
export function fileNameOf(record: JobRecord): string | undefined {
  if (isOfType('bulk_import', record)) {
    return readJob(record).input.batch_options.file_name;
  }
  return isOfType('undo_import', record) ? readJob(record).input.file_name : undefined;
}

/** The result of an undo, row by row; null if it failed as a whole. */
export async function undoResult(
  record: JobRecord<'undo_import'>,
  services: RowServices,
): Promise<UndoImportResponse | null> {
  const counts = presentResult(record);
  if (counts === null) {
    return null;
  }
  const results: UndoSuccess[] = [];
  const errors: BulkFailure[] = [];
  const { jobId } = record;
  for await (const [row, person] of withPersons(jobId, services.jobs.streamRows(jobId), services)) {
    const { outcome, ...place } = row;
    if (outcome?.status === 'failed') {
      errors.push(wireForm(bulkFailure, { ...outcome, ...place, ...person }));
    } else if (outcome !== null && hasUndoResult(outcome)) {
      results.push(wireForm(undoSuccess, { ...outcome, ...place, ...person, success: true }));
    }
  }
  return { ...counts, results, errors };
}
