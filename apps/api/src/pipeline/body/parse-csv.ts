import { leadColumns, leadOfCells } from '@leadbridge/domain';
import { AppError, CsvError, csvEncodingOf, readCsv } from '@leadbridge/platform';

import { fieldError } from '../../http/field-error.js';
import { digestOfList, type BodyList, type ListItem } from './list-body.js';
import { checkKey } from './parse-json.js';

export interface CsvBodyOptions {
  /** From the content type; null if there is none. */
  readonly charset: string | null;
  readonly separator: string | null;
  /** Further rows are not read; one extra row shows that there were more. */
  readonly maxRows: number;
}

/** The amount that is parsed before other work runs. */
const chunkBytes = 64 * 1024;
/** For all cells together, like the values of a JSON body. */
const maxValues = 1_000_000;

/**
 * The leads of a table, each an object of its cells by column header, and the row of each.
 *
 * @throws AppError 400 for an invalid table, 413, 415 for an unknown charset
 */
export async function parseCsv(
  bytes: Buffer,
  options: CsvBodyOptions,
): Promise<{
  readonly leads: readonly Readonly<Record<string, string>>[];
  readonly rows: readonly number[];
}> {
  const leads: Readonly<Record<string, string>>[] = [];
  const rows: number[] = [];
  for await (const { row, data } of csvItems(bytes, options)) {
    leads.push(data);
    rows.push(row);
  }
  return { leads, rows };
}

/** The same for a long table, whose rows are read again when they are stored. */
export async function parseCsvList(bytes: Buffer, options: CsvBodyOptions): Promise<BodyList> {
  let length = 0;
  for await (const { index } of csvItems(bytes, options)) {
    length = index + 1;
  }
  const { charset, separator } = options;
  return {
    length,
    digest: digestOfList(bytes, JSON.stringify({ form: 'csv', charset, separator })),
    items: () => csvItems(bytes, options),
  };
}

interface CsvItem extends ListItem {
  readonly row: number;
  readonly data: Readonly<Record<string, string>>;
}

async function* csvItems(
  bytes: Buffer,
  { charset, separator, maxRows }: CsvBodyOptions,
): AsyncIterable<CsvItem> {
  const encoding = charset === null ? null : csvEncodingOf(charset);
  if (charset !== null && encoding === null) {
    throw fieldError('Content-Type', charset.slice(0, 100), 'The charset is not supported', 415);
  }
  try {
    const { columns, rows } = await readCsv(chunksOf(bytes), { encoding, separator });
    const keys = leadColumns(columns);
    columns.forEach(checkKey);
    let values = 0;
    let index = 0;
    for await (const { cells, row } of rows) {
      const data = leadOfCells(keys, cells);
      values += Object.keys(data).length;
      if (values > maxValues) {
        throw refuse(`The body holds more than ${maxValues} values`, null, 413);
      }
      yield { index, row, data };
      index += 1;
      if (index > maxRows) {
        break;
      }
    }
  } catch (error) {
    throw error instanceof CsvError
      ? refuse(`The body is not a CSV table: ${error.message}`, error.line)
      : error;
  }
}

function* chunksOf(bytes: Buffer): Iterable<Buffer> {
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    yield bytes.subarray(from, from + chunkBytes);
  }
}

function refuse(message: string, line: number | null, status = 400): AppError {
  return new AppError('VALIDATION_ERROR', message, { status, details: { field: 'body', value: null, line } });
}
