import type { JobRowView } from '@leadbridge/contracts';
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
] as const;

/** Enough rows in one piece that the number of writes does not matter. */
const rowsPerPiece = 200;

/** All rows as CSV (RFC 4180), piece by piece; `wanted` lets rows through. */
export async function* jobRowsAsCsv(
  rows: AsyncIterable<JobRow>,
  wanted: (view: JobRowView) => boolean,
): AsyncIterable<string> {
  let piece: string[] = [columns.join(',')];
  for await (const row of rows) {
    const view = presentRow(row);
    if (wanted(view)) {
      piece.push(columns.map((column) => cell(view[column])).join(','));
    }
    if (piece.length >= rowsPerPiece) {
      yield lines(piece);
      piece = [];
    }
  }
  yield lines(piece);
}

function lines(piece: readonly string[]): string {
  return piece.map((line) => `${line}\r\n`).join('');
}

/** Quoted where needed; a text that a spreadsheet would run as a formula is disarmed with an apostrophe. */
function cell(value: JobRowView[keyof JobRowView]): string {
  const plain = typeof value === 'object' && value !== null ? value.join('; ') : String(value ?? '');
  const text = typeof value !== 'number' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
