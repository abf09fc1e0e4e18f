import type { JobRowView } from '@leadbridge/contracts';
import { csvLine } from '@leadbridge/platform';
import type { JobRow } from '@leadbridge/usecases';

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
] as const;

/** Enough rows in one piece that the number of writes does not matter. */
const rowsPerPiece = 200;

/** All rows as CSV (RFC 4180), piece by piece; `wanted` lets rows through. */
export async function* jobRowsAsCsv(
  rows: AsyncIterable<JobRow>,
  wanted: (view: JobRowView) => boolean,
): AsyncIterable<string> {
  let piece: string[] = [csvLine(columns)];
  for await (const row of rows) {
    const view = presentRow(row);
    if (wanted(view)) {
      piece.push(csvLine(columns.map((column) => cellOf(view[column]))));
    }
    if (piece.length >= rowsPerPiece) {
      yield piece.join('');
      piece = [];
    }
  }
  yield piece.join('');
}

function cellOf(value: JobRowView[keyof JobRowView]): string | number | boolean | null | undefined {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return isList(value) ? value.join('; ') : JSON.stringify(value);
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}
