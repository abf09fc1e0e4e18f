import Papa from 'papaparse';

import { unguardCell } from '@leadbridge/platform/cell-guard';
import { refusalOfBytes } from '@leadbridge/platform/file-bytes';
import { findSeparator, takeDeclaration } from '@leadbridge/platform/find-separator';

import { formatNumber } from '../../../parts/format.js';
import { decodeText, type Encoding } from './decode.js';

/** What a file is for. */
export type FilePurpose = 'leads' | 'opt-outs';

/** What the service accepts at once. */
const limits: Readonly<Record<FilePurpose, { readonly rows: number; readonly mebibytes: number }>> = {
  leads: { rows: 10_000, mebibytes: 10 },
  'opt-outs': { rows: 100_000, mebibytes: 32 },
};

/** One lead of a file as it stands there. */
export interface FileRow {
  /** As a spreadsheet counts it, with the header as row 1; of JSON from 1, of lines the line. */
  readonly row: number;
  /** Of a table the cells; of JSON what each of the columns holds. */
  readonly cells: readonly unknown[];
}

export interface LeadFile {
  readonly purpose: FilePurpose;
  readonly kind: 'table' | 'json';
  readonly columns: readonly string[];
  readonly rows: readonly FileRow[];
  readonly encoding: Encoding;
  readonly isEncodingGuessed: boolean;
  /** Null for JSON. */
  readonly separator: string | null;
}

export interface ReadOptions {
  readonly encoding: Encoding | null;
  readonly separator: string | null;
}

/** What keeps a whole file from being imported; the message says where it is, and what to do. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
}

/**
 * Reads a file of leads: a table with a header (`.csv`, `.tsv`, `.txt`), a list of objects (`.json`) or an object on each line (`.ndjson`,
 * `.jsonl`).
 *
 * @throws FileFault where nothing of it may be imported, as something would be lost without a word
 */
export function readLeadFile(
  name: string,
  bytes: Uint8Array,
  options: ReadOptions,
  purpose: FilePurpose = 'leads',
): LeadFile {
  const { mebibytes } = limits[purpose];
  if (bytes.length > mebibytes * 1024 * 1024) {
    throw new FileFault(
      `The file is larger than ${mebibytes} MiB: split it, and import the parts one after the other.`,
    );
  }
  const file = readByName(name, bytes, options);
  checkCount(file.rows.length, purpose);
  return { ...file, purpose };
}

function readByName(name: string, bytes: Uint8Array, options: ReadOptions): Omit<LeadFile, 'purpose'> {
  const refusal = refusalOfBytes(bytes);
  if (refusal !== null) {
    throw new FileFault(`${refusal.charAt(0).toUpperCase()}${refusal.slice(1)}, and drop that file here.`);
  }
  const { text, encoding, isGuess } = decoded(bytes, options.encoding);
  const extension = /\.(\w+)$/u.exec(name.toLowerCase())?.[1] ?? '';
  const file = { encoding, isEncodingGuessed: isGuess };
  switch (extension) {
    case 'json':
      return { ...file, ...readJson(text) };
    case 'ndjson':
    case 'jsonl':
      return { ...file, ...readLines(text) };
    case 'csv':
    case 'tsv':
    case 'txt':
      return {
        ...file,
        ...readTable(text, extension === 'tsv' ? (options.separator ?? '\t') : options.separator),
      };
    case 'xlsx':
    case 'xls':
    case 'numbers':
    case 'ods':
      throw new FileFault(
        'This is a spreadsheet: save it as CSV (in Excel “CSV UTF-8”), and drop that file here.',
      );
    default:
      throw new FileFault('Drop a file named .csv, .tsv, .json or .ndjson.');
  }
}

/** The file with another value in one cell. */
export function withCell(
  file: LeadFile,
  at: { readonly index: number; readonly column: number },
  value: string,
): LeadFile {
  const rows = file.rows.map((row, index) =>
    index === at.index
      ? { ...row, cells: row.cells.map((cell, column) => (column === at.column ? value : cell)) }
      : row,
  );
  return { ...file, rows };
}

function decoded(bytes: Uint8Array, encoding: Encoding | null) {
  try {
    return decodeText(bytes, encoding);
  } catch (error) {
    throw new FileFault(error instanceof Error ? error.message : String(error));
  }
}

type Content = Pick<LeadFile, 'kind' | 'columns' | 'rows' | 'separator'>;

function readTable(written: string, chosen: string | null): Content {
  // The parser takes the first line end for that of all lines; some files have several kinds.
  const { declared, body: text } = takeDeclaration(written.replaceAll(/\r\n?/gu, '\n'));
  const delimiter = chosen ?? declared ?? findSeparator(text);
  const parsed = Papa.parse<string[]>(text, { delimiter, newline: '\n' });
  const quotes = parsed.errors.find(({ type }) => type === 'Quotes');
  if (quotes !== undefined) {
    throw new FileFault(quoteFault(quotes.code, quotes.row));
  }
  const [header, ...records] = parsed.data
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const columns = header?.cells.map((head) => head.trim()) ?? [];
  const rows = records.map(({ row, cells }) => ({ row, cells: cells.map(unguardCell) }));
  checkHeader(columns, rows);
  return { kind: 'table', columns, rows, separator: delimiter };
}

function quoteFault(code: string, row: number | undefined): string {
  const where = row === undefined ? '' : ` that begins in row ${row + 1}`;
  return code === 'MissingQuotes'
    ? `A quote${where} does not end: everything behind it would become one cell. Close it, or double a quote that is part of a value.`
    : `A quote inside a cell${where} must be doubled, and the whole cell put in quotes.`;
}

function checkHeader(columns: readonly string[], rows: readonly FileRow[]): void {
  if (columns.every((head) => head === '')) {
    throw new FileFault('The file is empty, or its first row holds no names of columns.');
  }
  const twice = columns.find((head, index) => head !== '' && columns.indexOf(head) !== index);
  if (twice !== undefined) {
    throw new FileFault(`Two columns are called “${twice}”: rename or remove one of them.`);
  }
  for (const { row, cells } of rows) {
    if (cells.length !== columns.length) {
      const hint =
        columns.length === 1
          ? ' Perhaps the separator is another one: choose it above. Delete what stands above the names of the columns.'
          : '';
      throw new FileFault(
        `Row ${row} has ${cells.length} cells, and the header has ${columns.length}.${hint}`,
      );
    }
    const nameless = columns.findIndex((head, index) => head === '' && cells[index] !== '');
    if (nameless !== -1) {
      throw new FileFault(
        `Column ${nameless + 1} has no name, and row ${row} holds something in it: give the column a name, or delete what stands above the names of the columns.`,
      );
    }
  }
}

function checkCount(count: number, purpose: FilePurpose): void {
  const max = limits[purpose].rows;
  const rows = purpose === 'leads' ? 'leads' : 'rows';
  if (count === 0) {
    throw new FileFault(`The file holds no ${rows}.`);
  }
  if (count > max) {
    throw new FileFault(
      `The file holds ${formatNumber(count)} ${rows}, and one import takes at most ${formatNumber(max)}: split it, and import the parts one after the other.`,
    );
  }
}

function readJson(text: string): Content {
  const value = parseJson(text, 'The file');
  if (!Array.isArray(value)) {
    throw new FileFault('The file must hold a list of leads: [ {…}, {…} ].');
  }
  return contentOf(
    value.map((item: unknown, index) => ({ row: index + 1, lead: asObject(item, `Item ${index + 1}`) })),
  );
}

function readLines(text: string): Content {
  const leads = text.split('\n').flatMap((line, index) => {
    const where = `Line ${index + 1}`;
    return line.trim() === '' ? [] : [{ row: index + 1, lead: asObject(parseJson(line, where), where) }];
  });
  return contentOf(leads);
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FileFault(`${what} is not JSON.`);
  }
}

function asObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FileFault(`${what} is not an object: each lead must be one, such as {"email": "…"}.`);
  }
  return { ...value };
}

function contentOf(
  leads: readonly { readonly row: number; readonly lead: Readonly<Record<string, unknown>> }[],
): Content {
  const columns = [...new Set(leads.flatMap(({ lead }) => Object.keys(lead)))];
  const rows = leads.map(({ row, lead }) => ({ row, cells: columns.map((column) => lead[column]) }));
  return { kind: 'json', columns, rows, separator: null };
}
