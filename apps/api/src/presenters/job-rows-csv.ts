import type { JobRowView } from '@leadbridge/contracts';
import type { JobRow } from '@leadbridge/usecases';

import { csvTable } from './csv-table.js';
import { presentRow } from './job-row.js';
import type { PersonOfRow } from './row-person.js';

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

/** All rows as CSV, piece by piece; `wanted` filters rows, and `personOf` says whose they are. */
export function jobRowsAsCsv(
  rows: AsyncIterable<JobRow>,
  wanted: (view: JobRowView) => boolean,
  personOf: PersonOfRow = () => ({}),
): AsyncIterable<string> {
  return csvTable<JobRowView>(columns, wantedViews(rows, wanted, personOf));
}

async function* wantedViews(
  rows: AsyncIterable<JobRow>,
  wanted: (view: JobRowView) => boolean,
  personOf: PersonOfRow,
): AsyncIterable<JobRowView> {
  for await (const row of rows) {
    const view = { ...presentRow(row), ...personOf(row) };
    if (wanted(view)) {
      yield view;
    }
  }
}
