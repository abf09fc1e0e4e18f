import { readdirSync, readFileSync } from 'node:fs';
import { dedupeKey } from '../dedupe-key.js';
import { readPayload } from '../read-payload.js';
import { source } from './leads.js';

const FOLDER = new URL('./corpus/', import.meta.url);
const EXTENSION = '.jsonl';

/** The right reading of a row; a missing value is one that the lead must not have. */
export interface Reading {
  /** Why the row must not be imported. */
  readonly heldBack?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly jobTitle?: string;
  readonly company?: string;
  readonly website?: string;
  readonly headcount?: number;
  readonly doNotContact?: boolean;
}

export interface CorpusRow {
  /** From 1. */
  readonly row: number;
  /** ISO 639-1 */
  readonly language: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly reading: Reading;
}

/** The rows of one kind of export, with the column names that it has. */
export interface CorpusExport {
  readonly name: string;
  readonly defaultCountry: string;
  readonly rows: readonly CorpusRow[];
}

/** The fields of rows that are known to be read wrong, by export and row. */
export type KnownGaps = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export function corpus(): readonly CorpusExport[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(EXTENSION));
  return files.sort().map((file) => {
    const [header = '', ...lines] = readFileSync(new URL(file, FOLDER), 'utf8').trim().split('\n');
    const { defaultCountry } = JSON.parse(header) as { readonly defaultCountry: string };
    const rows = lines.map((line) => JSON.parse(line) as CorpusRow);
    return { name: file.slice(0, -EXTENSION.length), defaultCountry, rows };
  });
}

export function knownGaps(): KnownGaps {
  return JSON.parse(readFileSync(new URL('known-gaps.json', FOLDER), 'utf8')) as KnownGaps;
}

/** The fields that are read wrong; `heldBack` if a row is imported that must not be, or the other way round. */
export function wrongFields({ cells, reading }: CorpusRow, defaultCountry: string): readonly string[] {
  const read = readPayload(source('csv'), cells, { defaultCountry });
  const lead = read.ok && dedupeKey(read.lead) !== null ? read.lead : null;
  if (lead === null || reading.heldBack !== undefined) {
    return (lead === null) === (reading.heldBack !== undefined) ? [] : ['heldBack'];
  }
  const { firstName, lastName, email, phone, jobTitle, company, headcount, doNotContact } = lead;
  const found = {
    ...{ firstName, lastName, email, phone, jobTitle, headcount, doNotContact },
    company: company.name,
    website: company.website,
  };
  const wanted: Reading = { doNotContact: false, ...reading };
  return (Object.keys(found) as (keyof typeof found)[])
    .filter((field) => found[field] !== (wanted[field] ?? null))
    .sort();
}
