import Papa from 'papaparse';

import { REPORT_COLUMNS } from '@leadbridge/domain';
import { guardCell } from '@leadbridge/platform/cell-guard';
import { byteOrderMark } from '@leadbridge/platform/file-bytes';

import type { LeadFile } from './lead-file.js';
import { textOf } from './samples.js';

/** A row that failed, as the job's results tell of it. */
export interface FailedRow {
  /** The place of the row in the file's list of rows. */
  readonly index: number;
  readonly error: string;
  readonly code: string;
  readonly suggestion: string;
}

/**
 * A table of the rows that failed as they stood in their file, with what was wrong: corrected, it can be imported as it is. The columns of an
 * earlier such table give way to the new ones.
 */
export function failedRowsTable(file: LeadFile, failed: readonly FailedRow[]): string {
  const isReport = REPORT_COLUMNS.every((column) => file.columns.includes(column));
  const own = file.columns.flatMap((column, index) =>
    isReport && REPORT_COLUMNS.some((report) => report === column) ? [] : [{ column, index }],
  );
  const [row, ...faults] = REPORT_COLUMNS;
  const lines = failed.flatMap(({ index, error, code, suggestion }) => {
    const found = file.rows[index];
    return found === undefined
      ? []
      : [[String(found.row), ...own.map((each) => textOf(found.cells[each.index])), error, code, suggestion]];
  });
  const table = [[row, ...own.map(({ column }) => column), ...faults], ...lines];
  const guarded = table.map((cells) => cells.map(guardCell));
  return byteOrderMark + Papa.unparse(guarded, { newline: '\r\n' });
}
