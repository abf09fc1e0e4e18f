import { cancelledCode, importResults } from '@leadbridge/contracts';
import type { BulkFailure, BulkSuccess, ImportLeadsAnswer } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';
import { dryRunOf } from './dry-run.js';
import { presentRow } from './job-row.js';

/** The counts of a bulk import: `total_processed = successful + failed`, at all times. */
export function bulkCounts(record: JobRecord): Omit<ImportLeadsAnswer, 'results' | 'errors'> {
  const { successful, failed } = record.progress;
  return { total_processed: successful + failed, successful, failed, ...dryRunOf(record) };
}

/**
 * The response of `POST /sync/leads/bulk`, built from the rows; those without an outcome are in neither list.
 */
export async function bulkResult(
  record: JobRecord,
  services: Pick<ApiServices, 'jobs'>,
): Promise<ImportLeadsAnswer> {
  const results: BulkSuccess[] = [];
  const errors: BulkFailure[] = [];
  for await (const row of services.jobs.streamRows(record.jobId)) {
    const view = presentRow(row);
    if (view.success === true) {
      const { index, row: number, lead_id = null, warnings, suppressed_by: gate, plan } = view;
      results.push({
        index,
        row: number,
        success: true,
        lead_id,
        result: importResults.find((result) => result === view.result) ?? 'created',
        ...(warnings === undefined ? {} : { warnings }),
        ...(gate === undefined ? {} : { suppressed_by: gate }),
        ...(plan === undefined ? {} : { plan }),
      });
    } else if (view.success === false) {
      const { index, row: number, error, code = '', suggestion, plan, planned, current } = view;
      errors.push({
        index,
        row: number,
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
