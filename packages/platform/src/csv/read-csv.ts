import { pipeline, Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import { CsvError as ParserError, Parser, type Options } from 'csv-parse';

import { unguardCell } from './cell-guard.js';
import type { CsvEncoding } from './csv-encoding.js';
import { CsvError } from './csv-error.js';
import { refusalOfBytes } from './file-bytes.js';
import { findSeparator, takeDeclaration } from './find-separator.js';
import { StrictDecoder } from './strict-decoder.js';

export interface CsvOptions {
  /** Null to use the byte order mark, or UTF-8. */
  readonly encoding?: CsvEncoding | null;
  /** Null to detect it. */
  readonly separator?: string | null;
}

export interface CsvRow {
  /** As a spreadsheet counts: the header is row 1, and blank rows count too. */
  readonly row: number;
  /** The line of the file in which it begins, from 1; a cell may contain line breaks. */
  readonly line: number;
  /** One for each column, trimmed. */
  readonly cells: readonly string[];
}

const maxColumns = 1_000;
/** Otherwise an unclosed quote would collect the whole file. In characters. */
const maxRecordLength = 1024 * 1024;
/** Enough for many rows, from which the separator is detected. In characters. */
const sampleLength = 64 * 1024;

/**
 * Reads a table with a header piece by piece, and yields to other work in between. Rejects everything that
 * would be lost silently: bytes that are invalid in the encoding, an empty table, a header without rows, two
 * columns with the same name, a row with more or fewer cells than the header, a value in a column without a
 * name, unclosed quotes.
 *
 * @throws CsvError
 */
export async function readCsv(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { encoding = null, separator = null }: CsvOptions = {},
) {
  const decoder = new StrictDecoder(encoding);
  const texts = decoded(chunks, decoder);
  let sample = '';
  for (let next = await texts.next(); next.done !== true; next = await texts.next()) {
    sample += next.value;
    if (sample.length >= sampleLength) {
      break;
    }
  }
  const { declared, body } = takeDeclaration(sample);
  const found = separator ?? declared ?? findSeparator(body);
  const records = recordsOf(body, texts, found, declared === null ? 0 : 1);
  const header = await records.next();
  if (header.done === true) {
    throw new CsvError('the file is empty');
  }
  const columns = header.value.cells;
  try {
    checkColumns(columns, header.value.line);
  } catch (error) {
    await records.return();
    throw error;
  }
  return {
    encoding: decoder.encoding,
    separator: found,
    /** The trimmed headers; empty texts for columns without one. */
    columns,
    /** Throws `CsvError` at an invalid row. Can be read only once. */
    rows: checkedRows(records, columns, found),
  };
}

/** Texts in which every line ends with LF, including the last one. */
async function* decoded(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  decoder: StrictDecoder,
): AsyncGenerator<string, void> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const refusal = isFirst ? refusalOfBytes(chunk) : null;
    if (refusal !== null) {
      throw new CsvError(refusal);
    }
    isFirst = false;
    yield decoder.push(chunk).replaceAll(/\r\n?/g, '\n');
    await yieldToEventLoop();
  }
  yield `${decoder.end().replaceAll(/\r\n?/g, '\n')}\n`;
}

/**
 * Tells of each record where it stands, as soon as it is parsed: an error discards those that were not read yet.
 * The parser itself tells it only in objects that take more memory than the records.
 */
class RowParser extends Parser {
  readonly #linesBefore: number;
  /** Of the last record. */
  lastLine: number;

  constructor(linesBefore: number, options: Options) {
    super(options);
    this.#linesBefore = linesBefore;
    this.lastLine = linesBefore;
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) {
      return super.push(null);
    }
    const { lines, records, empty_lines: emptyLines } = this.info;
    this.lastLine = this.#linesBefore + lines;
    const row: CsvRow = { row: records + emptyLines, line: this.lastLine - endsOfLines(cells), cells };
    return super.push(row);
  }
}

async function* recordsOf(
  sample: string,
  rest: AsyncIterable<string>,
  separator: string,
  linesBefore: number,
): AsyncGenerator<CsvRow, void> {
  const parser = new RowParser(linesBefore, {
    delimiter: separator,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
  });
  const source = Readable.from(joined(sample, rest));
  // An error of the source ends the parser, and with it the loop below.
  pipeline(source, parser, () => undefined);
  try {
    for await (const { row, line, cells: written } of parser as AsyncIterable<CsvRow>) {
      const cells = written.map((cell) => unguardCell(cell.trim()).trim());
      if (cells.some((cell) => cell !== '')) {
        yield { row, line, cells };
      }
    }
  } catch (error) {
    throw error instanceof ParserError ? refusalOf(error, parser.lastLine + 1, linesBefore) : error;
  } finally {
    source.destroy();
  }
}

async function* joined(sample: string, rest: AsyncIterable<string>): AsyncIterable<string> {
  yield sample;
  yield* rest;
}

function endsOfLines(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum), 0);
}

function refusalOf(error: ParserError, line: number, linesBefore: number): CsvError {
  const unclosed = 'a quote that begins in this row, or in a later one, is not closed';
  const tooLong = `the row is longer than ${maxRecordLength.toLocaleString('en')} characters`;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new CsvError(unclosed, line, { cause: error });
    case 'CSV_MAX_RECORD_SIZE': {
      // Only within quotes a row has several lines.
      const isOneLine = Number(error['lines']) + linesBefore === line;
      return new CsvError(isOneLine ? tooLong : `${unclosed}, or ${tooLong}`, line, { cause: error });
    }
    default:
      return new CsvError('a quote inside a cell must be doubled, and the cell put in quotes', line, {
        cause: error,
      });
  }
}

function checkColumns(columns: readonly string[], line: number): void {
  if (columns.length > maxColumns) {
    throw new CsvError(`the header has more than ${maxColumns} columns`, line);
  }
  columns.forEach((name, index) => {
    const first = columns.indexOf(name);
    if (name !== '' && first < index) {
      throw new CsvError(
        `columns ${first + 1} and ${index + 1} have the same name, ${JSON.stringify(name)}`,
        line,
      );
    }
  });
}

async function* checkedRows(
  records: AsyncIterable<CsvRow>,
  columns: readonly string[],
  separator: string,
): AsyncGenerator<CsvRow, void> {
  let isEmpty = true;
  for await (const record of records) {
    const { cells, line, row } = record;
    if (cells.length !== columns.length) {
      const widths = `row ${row} has ${counted(cells.length, 'cell')}, and the header has ${columns.length}`;
      // Such as the notes above the table in an export of LinkedIn connections, or the title of a report.
      const advice =
        columns.length === 1 ? '. If lines stand above the names of the columns, delete them' : '';
      throw new CsvError(`${widths} (separated by ${nameOf(separator)})${advice}`, line);
    }
    const nameless = cells.findIndex((cell, index) => cell !== '' && columns[index] === '');
    if (nameless >= 0) {
      throw new CsvError(`row ${row} has a value in column ${nameless + 1}, which has no name`, line);
    }
    isEmpty = false;
    yield record;
  }
  if (isEmpty) {
    throw new CsvError('the file has a header and no rows');
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const separatorNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

function nameOf(separator: string): string {
  return separatorNames[separator] ?? JSON.stringify(separator);
}
