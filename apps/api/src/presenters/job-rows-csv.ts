import type { JobRowView } from '@leadbridge/contracts';
import type { JobRow } from '@leadbridge/usecases';

import { csvTable } from './csv-table.js';
import { presentRow } from './job-row.js';

const columns = [
  'index',
  'success',
  'lead_id',
  'psa_ticket_id',
  'result',
  'error',
  'code',
  'suggestion',
  'reason',
  'warnings',
  'suppressed_by',
  'suppression_id',
  'fields_restored',
  'fields_kept',
  'plan',
  'planned',
  'current',
  'row',
  'name',
  'company',
] as const;

/** All rows as CSV, piece by piece; `wanted` filters rows as `viewOf` shows them. */
export function jobRowsAsCsv(
  rows: AsyncIterable<JobRow>,
  wanted: (view: JobRowView) => boolean,
  viewOf: (row: JobRow) => JobRowView = presentRow,
): AsyncIterable<string> {
  return csvTable<JobRowView>(columns, wantedViews(rows, wanted, viewOf));
}

async function* wantedViews(
  rows: AsyncIterable<JobRow>,
  wanted: (view: JobRowView) => boolean,
  viewOf: (row: JobRow) => JobRowView,
): AsyncIterable<JobRowView> {
  for await (const row of rows) {
    const view = viewOf(row);
    if (wanted(view)) {
      yield view;
    }
  }
}
