import { open, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream';

import { parse } from 'csv-parse';

import { CommandError } from '../command-error.js';

export type Lead = Readonly<Record<string, unknown>>;

/**
 * The leads of a file, in its order: `.csv` with a line of names (`first_name` or `First Name`), `.json` with a list, `.ndjson` or
 * `.jsonl` with an object on each line.
 *
 * @throws CommandError for a file that cannot be read, by its line where there is one
 */
export async function* readLeads(file: string): AsyncIterable<Lead> {
  const form = extname(file).toLowerCase();
  try {
    switch (form) {
      case '.csv':
        yield* readCsv(file);
        return;
      case '.json':
        yield* readJson(file);
        return;
      case '.ndjson':
      case '.jsonl':
        yield* readLines(file);
        return;
    }
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${file}: ${messageOf(error)}`);
  }
  throw new CommandError(`${file}: expected a file named .csv, .json, .ndjson or .jsonl`);
}

/** An empty cell is a value that was not given. */
async function* readCsv(file: string): AsyncIterable<Lead> {
  const handle = await open(file);
  const rows = parse({
    bom: true,
    columns: (names: string[]) =>
      names.map((name) =>
        name
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_'),
      ),
    skip_empty_lines: true,
    trim: true,
  });
  // A fault of the file ends the rows; whoever reads them is told.
  pipeline(handle.createReadStream(), rows, () => undefined);
  for await (const row of rows as AsyncIterable<Record<string, string>>) {
    yield Object.fromEntries(Object.entries(row).filter(([name, value]) => name !== '' && value !== ''));
  }
}

async function* readJson(file: string): AsyncIterable<Lead> {
  const value: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!Array.isArray(value)) {
    throw new CommandError(`${file}: expected a list of leads`);
  }
  let index = 0;
  for (const item of value as unknown[]) {
    yield asLead(item, `${file}: item ${index}`);
    index += 1;
  }
}

async function* readLines(file: string): AsyncIterable<Lead> {
  let number = 0;
  const handle = await open(file);
  for await (const line of handle.readLines()) {
    number += 1;
    if (line.trim() === '') {
      continue;
    }
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new CommandError(`${file}: line ${number} is no JSON`);
    }
    yield asLead(value, `${file}: line ${number}`);
  }
}

function asLead(value: unknown, where: string): Lead {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CommandError(`${where} is no object`);
  }
  return value as Lead;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
