import {
  bulkFailure,
  bulkSuccess,
  cancelledCode,
  hasListResult,
  hasUndoResult,
  wireForm,
} from '@leadbridge/contracts';
import type { BulkFailure, BulkSuccess, ImportLeadsResponse } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import { dryRunOf } from './dry-run.js';
import { importedFields } from './job-row.js';
import { withPersons, type RowServices } from './row-person.js';

/** The counts of a bulk import: `total_processed = successful + failed`, at all times. */
export function bulkCounts(record: JobRecord): Omit<ImportLeadsResponse, 'results' | 'errors'> {
  const { successful, failed } = record.progress;
  return { total_processed: successful + failed, successful, failed, ...dryRunOf(record) };
}

/** The response of `POST /sync/leads/bulk`; rows without an outcome are in neither list. */
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
