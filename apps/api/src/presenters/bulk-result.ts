import {
  bulkFailure,
  bulkSuccess,
  cancelledCode,
  hasListResult,
  hasUndoResult,
  isDryRun,
  wireForm,
} from '@leadbridge/contracts';
import type { BulkFailure, BulkSuccess, ImportLeadsResponse } from '@leadbridge/contracts';
import { isOfType, readJob, type JobRecord } from '@leadbridge/usecases';

import { callsToUndo } from './estimate-finish.js';
import { importedFields } from './job-row.js';
import { withPersons, type RowServices } from './row-person.js';

/** The counts of a bulk import: `total_processed = successful + failed`, at all times. */
export function bulkCounts(record: JobRecord): Omit<ImportLeadsResponse, 'results' | 'errors'> {
  const { successful, failed } = record.progress;
  return { total_processed: successful + failed, successful, failed, ...dryRunOf(record) };
}

/**
 * The response of `POST /sync/leads/bulk`, built from the rows; those without an outcome are in neither list.
 */
export async function bulkResult(record: JobRecord, services: RowServices): Promise<ImportLeadsResponse> {
  const results: BulkSuccess[] = [];
  const errors: BulkFailure[] = [];
  const { jobId } = record;
  const rows = services.jobs.streamRows(jobId);
  // People look for the rows that failed.
  for await (const [row, person] of withPersons(jobId, rows, services, ({ status }) => status === 'failed')) {
    const { outcome, ...place } = row;
    if (outcome?.status === 'failed') {
      errors.push(wireForm(bulkFailure, { ...outcome, ...place, ...person }));
    } else if (outcome !== null && !hasListResult(outcome) && !hasUndoResult(outcome)) {
      results.push(wireForm(bulkSuccess, { ...importedFields(outcome), ...place, success: true }));
    }
  }
  const failed = errors.filter(({ code }) => code !== cancelledCode).length;
  return {
    total_processed: results.length + failed,
    successful: results.length,
    failed,
    results,
    errors,
    ...dryRunOf(record),
  };
}

/** Items that one request adds to a list. */
const itemsPerRequest = 100;

/** The fields of a dry run in a job's view and result, omitted for everything else. */
export function dryRunOf(record: JobRecord): { readonly dry_run?: true; readonly psa_requests?: number } {
  if (isOfType('undo_import', record)) {
    const undone = record.result !== null && 'undone' in record.result ? record.result.undone : 0;
    const isDry = readJob(record).input.dry_run;
    return isDry ? { dry_run: true, psa_requests: callsToUndo(undone) } : {};
  }
  if (isOfType('opt_out_list', record) || isOfType('erasure', record)) {
    return record.input['dry_run'] === true ? { dry_run: true } : {};
  }
  if (!isDryRun(record.input)) {
    return {};
  }
  if (isOfType('lead_import', record)) {
    const plan = record.result?.plan;
    return { dry_run: true, ...(plan === undefined ? {} : { psa_requests: plan.psa_requests }) };
  }
  const { writes = 0, listItems = {} } = record.plannedRequests ?? {};
  const fillings = Object.values(listItems).map((items) => Math.ceil(items / itemsPerRequest));
  return { dry_run: true, psa_requests: fillings.reduce((sum, requests) => sum + requests, writes) };
}
