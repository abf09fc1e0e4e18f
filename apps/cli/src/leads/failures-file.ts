import { appendFile, realpath, rm, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';

import type { ImportRowResult } from '@leadbridge/client';
import { REPORT_COLUMNS } from '@leadbridge/domain';
import { csvHeader, csvLine } from '@leadbridge/platform';

import { UsageError } from '../command-error.js';
import type { LeadRecord } from './read-leads.js';

export interface FailedRow {
  readonly record: LeadRecord;
  readonly result: Pick<ImportRowResult, 'error' | 'code' | 'suggestion'>;
}

export interface FailuresFile {
  readonly add: (rows: readonly FailedRow[]) => Promise<void>;
}

/**
 * A file of the failed rows with their own columns, the row, the error, its code and a suggestion. Corrected, it can be imported
 * unchanged. An old file is deleted first, so that it cannot be mistaken for the new one.
 *
 * @param from the file that is imported, and its columns: the headers of a table, or every key that its JSON has
 * @throws UsageError if the file is the one that is imported
 */
export async function openFailures(
  file: string,
  from: { readonly file: string; readonly columns: readonly string[] },
): Promise<FailuresFile> {
  const [own, imported] = await Promise.all(
    [file, from.file].map((name) => realpath(name).catch(() => name)),
  );
  if (own === imported) {
    throw new UsageError(`${file}: the failed rows cannot be written over the file that is imported`);
  }
  await rm(file, { force: true });
  const isLines = ['.ndjson', '.jsonl'].includes(extname(file).toLowerCase());
  const columns = ownColumns(from.columns);
  let isStarted = isLines;
  return {
    add: async (rows) => {
      if (rows.length === 0) {
        return;
      }
      if (!isStarted) {
        isStarted = true;
        const header = csvHeader(['row', ...columns.map(({ head }) => head), 'error', 'code', 'suggestion']);
        await writeFile(file, header);
      }
      const lineOf = isLines ? jsonLineOf : tableLineOf;
      await appendFile(file, rows.map((row) => lineOf(columns, row)).join(''));
    },
  };
}

function tableLineOf(columns: readonly OwnColumn[], { record, result }: FailedRow): string {
  const own = columns.map((column) => {
    const value = valueOf(record, column);
    return typeof value === 'string' ? value : JSON.stringify(value ?? '').replace(/^""$/, '');
  });
  return csvLine([record.row, ...own, result.error, result.code, result.suggestion]);
}

function jsonLineOf(columns: readonly OwnColumn[], { record, result }: FailedRow): string {
  const own = columns.flatMap((column) => {
    const value = valueOf(record, column);
    return value === undefined || value === '' ? [] : [[column.head, value]];
  });
  const { error = '', code = '', suggestion = '' } = result;
  return `${JSON.stringify({ ...Object.fromEntries(own), row: record.row, error, code, suggestion })}\n`;
}

function valueOf({ lead, cells }: LeadRecord, { column, index }: OwnColumn): unknown {
  return cells === null ? lead[column] : cells[index];
}

interface OwnColumn {
  /** The name in the file that is imported, and its place there. */
  readonly column: string;
  readonly index: number;
  /** The name in the file of failures. */
  readonly head: string;
}

/** The columns of an earlier table of failed rows are replaced by the new ones; another column of the same name is renamed. */
function ownColumns(columns: readonly string[]): readonly OwnColumn[] {
  const isReport = (column: string): boolean => REPORT_COLUMNS.some((own) => own === column);
  const isTable = REPORT_COLUMNS.every((own) => columns.includes(own));
  return columns.flatMap((column, index) => {
    if (!isReport(column)) {
      return [{ column, index, head: column }];
    }
    return isTable ? [] : [{ column, index, head: `${column} (file)` }];
  });
}
