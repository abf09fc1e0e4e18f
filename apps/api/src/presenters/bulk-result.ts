import { cancelledCode, importResults } from '@leadbridge/contracts';
import type { BulkFailure, BulkSuccess, ImportLeadsResponse } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import { dryRunOf } from './dry-run.js';
import { presentRow } from './job-row.js';
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
    const view = presentRow(row);
    const place = { index: row.index, row: row.row };
    if (view.success === true) {
      const { lead_id = null, warnings, suppressed_by: gate, company_match: match, plan } = view;
      results.push({
        ...place,
        success: true,
        lead_id,
        result: importResults.find((result) => result === view.result) ?? 'created',
        ...(warnings === undefined ? {} : { warnings }),
        ...(gate === undefined ? {} : { suppressed_by: gate }),
        ...(match === undefined ? {} : { company_match: match }),
        ...(plan === undefined ? {} : { plan }),
      });
    } else if (view.success === false) {
      const { error, code = '', suggestion, plan, planned, current } = view;
      errors.push({
        ...place,
        ...person,
        error: error ?? '',
        code,
        ...(suggestion === undefined ? {} : { suggestion }),
        ...(plan === undefined ? {} : { plan }),
        ...(planned === undefined ? {} : { planned }),
        ...(current === undefined ? {} : { current }),
      });
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
