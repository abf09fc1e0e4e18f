import { open, readFile } from 'node:fs/promises';
import { extname } from 'node:path';

import { leadColumns, leadOfCells } from '@leadbridge/domain';
import { CsvError, readCsv, StrictDecoder, wideEncodingOf } from '@leadbridge/platform';
import type { CsvEncoding, CsvOptions } from '@leadbridge/platform';

import { UsageError } from '../command-error.js';

export type Lead = Readonly<Record<string, unknown>>;

export interface LeadRecord {
  /** The row as a spreadsheet numbers it, with the header as row 1; for JSON Lines the line, for a list the position, from 1. */
  readonly row: number;
  readonly lead: Lead;
  /** The cells of the row in a table. */
  readonly cells: readonly string[] | null;
}

export interface LeadFile {
  /** The headers of a table; null for JSON. */
  readonly columns: readonly string[] | null;
  /** The key of each column in a lead. */
  readonly keys: readonly (string | null)[];
  /** How the file was read, for people. */
  readonly form: string;
  /** The `source` of a file in the API's format; null for every other file. */
  readonly source: string | null;
  /** Its keys beside `source` and `leads`, which a file cannot set. */
  readonly leftOut: readonly string[];
  /** In the order of the file; can be read once. Throws UsageError if the file can no longer be read. */
  readonly records: AsyncIterable<LeadRecord>;
}

export interface ReadOptions extends CsvOptions {
  /** New names of columns or keys, by their names in the file. */
  readonly renamed?: ReadonlyMap<string, string>;
  /** The mapping of columns for files of this kind; columns that this file lacks are ignored. `renamed` takes precedence. */
  readonly kept?: ReadonlyMap<string, string | null>;
}

/**
 * Opens a file of leads: `.csv`, `.tsv` or `.txt` with a header, `.json` with a list, alone or as the API takes it (`{"source": …, "leads": […]}`), `.ndjson` or
 * `.jsonl` with an object on each line.
 *
 * @throws UsageError for a file that cannot be read, with the line if there is one
 */
export async function openLeads(file: string, options: ReadOptions = {}): Promise<LeadFile> {
  const { renamed = new Map<string, string>(), kept = new Map<string, string | null>() } = options;
  const names = new Map([...kept, ...renamed]);
  const lines = { columns: null, keys: [], form: 'JSON', source: null, leftOut: [] };
  switch (extname(file).toLowerCase()) {
    case '.csv':
    case '.tsv':
    case '.txt':
      return await namingFile(file, () => openCsv(file, { ...options, renamed }, names));
    case '.json':
      return await namingFile(file, () => openJson(file, names));
    case '.ndjson':
    case '.jsonl':
      return { ...lines, records: withFileName(file, readLines(file, names)) };
  }
  const advice = workbooks.includes(extname(file).toLowerCase())
    ? 'this is a spreadsheet: save it as CSV (in Excel "CSV UTF-8")'
    : 'expected a file named .csv, .tsv, .txt, .json, .ndjson or .jsonl';
  throw new UsageError(`${file}: ${advice}`);
}

const workbooks = ['.xlsx', '.xls', '.ods', '.numbers'];

/** The new names of columns and keys; null for those that are left out. */
type Names = ReadonlyMap<string, string | null>;

async function openCsv(
  file: string,
  { renamed, ...options }: CsvOptions & { readonly renamed: ReadonlyMap<string, string> },
  names: Names,
): Promise<LeadFile> {
  const guess = (options.encoding ?? null) === null ? await guessedEncoding(file) : null;
  const { columns, encoding, separator, rows } = await readCsv(chunksOf(file), {
    ...options,
    encoding: options.encoding ?? guess,
    separator: options.separator ?? (extname(file).toLowerCase() === '.tsv' ? '\t' : null),
  });
  for (const head of renamed.keys()) {
    if (!columns.includes(head)) {
      throw new UsageError(`${file}: there is no column ${JSON.stringify(head)} to map`);
    }
  }
  const keys = leadColumns(columns, names);
  const records = (async function* (): AsyncIterable<LeadRecord> {
    for await (const { row, cells } of rows) {
      yield { row, lead: leadOfCells(keys, cells), cells };
    }
  })();
  const doubt = guess === null ? '' : ' by a guess: name another with --encoding if letters are wrong';
  const form = `${encoding}${doubt}, separated by ${separator === '\t' ? 'tabs' : JSON.stringify(separator)}`;
  return { columns, keys, form, source: null, leftOut: [], records: withFileName(file, records) };
}

/** The encoding of a file that has no byte order mark and is not UTF-8; null for every other file. */
async function guessedEncoding(file: string): Promise<CsvEncoding | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const chunk of chunksOf(file)) {
    if (isFirst && (chunk[0] === 0xff || chunk[0] === 0xfe)) {
      return null;
    }
    const wide = isFirst ? wideEncodingOf(chunk) : null;
    if (wide !== null) {
      return wide;
    }
    isFirst = false;
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      return 'windows-1252';
    }
  }
  try {
    decoder.decode();
    return null;
  } catch {
    return 'windows-1252';
  }
}

async function* chunksOf(file: string): AsyncIterable<Uint8Array> {
  const handle = await open(file);
  yield* handle.createReadStream() as AsyncIterable<Buffer>;
}

async function openJson(file: string, names: Names): Promise<LeadFile> {
  const value: unknown = JSON.parse(decode(await readFile(file)));
  const { leads, source, leftOut } = bodyOf(value, file);
  const records = (async function* (): AsyncIterable<LeadRecord> {
    for (const [index, item] of leads.entries()) {
      yield await Promise.resolve({
        row: index + 1,
        lead: asLead(item, names, `${file}: item ${index + 1}`),
        cells: null,
      });
    }
  })();
  return { columns: null, keys: [], form: 'JSON', source, leftOut, records: withFileName(file, records) };
}

/** The keys of the lists in bodies of the API: of leads, and of opt-outs. */
const listKeys = ['leads', 'suppressions'] as const;

/** @throws UsageError for JSON that is neither a list nor a body of the API */
function bodyOf(
  value: unknown,
  file: string,
): Pick<LeadFile, 'source' | 'leftOut'> & { readonly leads: readonly unknown[] } {
  if (Array.isArray(value)) {
    return { leads: value as unknown[], source: null, leftOut: [] };
  }
  const body = typeof value === 'object' && value !== null ? value : {};
  const { source, ...others } = body as Readonly<Record<string, unknown>>;
  const key = listKeys.find((each) => Array.isArray(others[each]));
  const { [key ?? '']: leads, ...leftOut } = others;
  if (!Array.isArray(leads)) {
    throw new UsageError(`${file}: expected a list of leads, or an object with the list as "leads"`);
  }
  if (source !== undefined && typeof source !== 'string') {
    throw new UsageError(`${file}: "source" must be a string`);
  }
  return { leads: leads as unknown[], source: source ?? null, leftOut: Object.keys(leftOut) };
}

function decode(bytes: Uint8Array): string {
  const decoder = new StrictDecoder(null);
  return decoder.push(bytes) + decoder.end();
}

async function* readLines(file: string, names: Names): AsyncIterable<LeadRecord> {
  let row = 0;
  for await (const line of linesOf(file)) {
    row += 1;
    if (line.trim() === '') {
      continue;
    }
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new UsageError(`${file}: line ${row} is not JSON`);
    }
    yield { row, lead: asLead(value, names, `${file}: line ${row}`), cells: null };
  }
}

async function* linesOf(file: string): AsyncIterable<string> {
  const decoder = new StrictDecoder(null);
  let rest = '';
  for await (const chunk of chunksOf(file)) {
    const lines = (rest + decoder.push(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest + decoder.end();
}

function asLead(value: unknown, names: Names, where: string): Lead {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${where} is not an object`);
  }
  const keys = leadColumns(Object.keys(value), names);
  const values: unknown[] = Object.values(value);
  return Object.fromEntries(keys.flatMap((key, index) => (key === null ? [] : [[key, values[index]]])));
}

async function* withFileName<T>(file: string, records: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* records;
  } catch (error) {
    throw usageError(file, error);
  }
}

async function namingFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw usageError(file, error);
  }
}

/** The option for the encoding of a table; JSON has none. */
function withOption(message: string, file: string): string {
  const isTable = ['.csv', '.tsv', '.txt'].includes(extname(file).toLowerCase());
  if (!isTable) {
    return message.replace(/If the file comes .*$/u, 'Save the file as UTF-8');
  }
  const named = message.replace(/give (utf-16le|windows-1252) as the encoding/u, 'give --encoding $1');
  return / is not (?:windows-1252|utf-16..)$/u.test(named)
    ? `${named}: name its encoding with --encoding`
    : named;
}

function usageError(file: string, error: unknown): unknown {
  if (error instanceof CsvError || error instanceof SyntaxError) {
    return new UsageError(`${file}: ${withOption(error.message, file)}`);
  }
  if (!(error instanceof Error && 'code' in error)) {
    return error;
  }
  return new UsageError(
    error.code === 'ENOENT'
      ? `${file}: there is no such file`
      : `${file}: cannot be read (${String(error.code)})`,
  );
}
