import { appendFile, realpath, rm, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';

import type { ImportRowResult } from '@leadbridge/client';
import { REPORT_COLUMNS } from '@leadbridge/domain';
import { csvLine } from '@leadbridge/platform';

import { UsageError } from '../command-error.js';
import type { LeadRecord } from './read-leads.js';

export interface FailedRow {
  readonly record: LeadRecord;
  readonly result: Pick<ImportRowResult, 'error' | 'code' | 'suggestion'>;
}

export interface FailuresFile {
  readonly add: (rows: readonly FailedRow[]) => Promise<void>;
}

/** Without it a spreadsheet takes letters beyond ASCII for others. */
const byteOrderMark = '\ufeff';

/**
 * A file for the rows that failed, as they stood in theirs: with their row, the error, its code and what to do about it. Corrected, it can
 * be imported as it is. An old one is taken away at once, so that it cannot be taken for the new one.
 *
 * @param columns the heads of the table that the rows come from; null for JSON, of which lines of JSON are written, or a table
 * @throws UsageError where the file is the one that is imported
 */
export async function openFailures(
  file: string,
  from: { readonly file: string; readonly columns: readonly string[] | null; readonly withMark: boolean },
): Promise<FailuresFile> {
  const [own, imported] = await Promise.all(
    [file, from.file].map((name) => realpath(name).catch(() => name)),
  );
  if (own === imported) {
    throw new UsageError(`${file}: the failed rows cannot be written over the file that is imported`);
  }
  await rm(file, { force: true });
  const isLines = ['.ndjson', '.jsonl'].includes(extname(file).toLowerCase());
  let columns = from.columns;
  return {
    add: async (rows) => {
      if (rows.length === 0) {
        return;
      }
      if (isLines) {
        await appendFile(file, rows.map(lineOf).join(''));
        return;
      }
      if (columns === null) {
        columns = [...new Set(rows.flatMap(({ record }) => Object.keys(record.lead)))];
        await start(file, columns, from.withMark);
      } else if (columns === from.columns) {
        columns = [...columns];
        await start(file, columns, from.withMark);
      }
      const own = columns;
      await appendFile(file, rows.map((row) => tableLineOf(own, row)).join(''));
    },
  };
}

async function start(file: string, columns: readonly string[], withMark: boolean): Promise<void> {
  const heads = ownColumns(columns).map(({ head }) => head);
  const header = csvLine(['row', ...heads, 'error', 'code', 'suggestion']);
  await writeFile(file, (withMark ? byteOrderMark : '') + header);
}

function tableLineOf(columns: readonly string[], { record, result }: FailedRow): string {
  const { row, lead, cells } = record;
  const own = ownColumns(columns).map(({ column, index }) => {
    const value = cells === null ? lead[column] : cells[index];
    return typeof value === 'string' ? value : JSON.stringify(value ?? '').replace(/^""$/, '');
  });
  return csvLine([row, ...own, result.error, result.code, result.suggestion]);
}

function lineOf({ record, result }: FailedRow): string {
  const { error = '', code = '', suggestion = '' } = result;
  return `${JSON.stringify({ ...record.lead, row: record.row, error, code, suggestion })}\n`;
}

/** The columns of an earlier table of failed rows give way to the new ones; one of the same name by chance gets another head. */
function ownColumns(columns: readonly string[]) {
  const isReport = (column: string): boolean => REPORT_COLUMNS.some((own) => own === column);
  const isTable = REPORT_COLUMNS.every((own) => columns.includes(own));
  return columns.flatMap((column, index) => {
    if (!isReport(column)) {
      return [{ column, index, head: column }];
    }
    return isTable ? [] : [{ column, index, head: `${column} (file)` }];
  });
}
