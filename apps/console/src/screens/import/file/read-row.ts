import { defaultSources, findSource, readPayload } from '@leadbridge/domain';
import type { FlatField, Lead, LeadSource, ReadPayloadResult } from '@leadbridge/domain';

import type { FileRow, LeadFile } from './lead-file.js';
import { leadOfRow, type Mapping } from './mapping.js';
import { textOf } from './samples.js';

/** What decides how a row is read. */
export interface Reading {
  readonly mapping: Mapping;
  /** The source's name. */
  readonly source: string;
}

export interface ReadRow extends FileRow {
  /** What the import makes of each cell, where that differs from what stands there; else null. */
  readonly becomes: readonly (string | null)[];
}

/** Numbers without a country are read as the service's default country does; which that is, a browser does not know. */
export const usualReading = { defaultCountry: 'US' };

/**
 * A row by the rules of the import itself. The rows that a correction leaves alone are not read again: of 10,000 that takes most
 * of a second, at every letter that is typed.
 */
export function readLead(file: LeadFile, row: FileRow, reading: Reading): ReadPayloadResult {
  const key = JSON.stringify([file.kind, reading]);
  if (key !== known.key) {
    known = { key, results: new WeakMap() };
  }
  const before = known.results.get(row);
  if (before !== undefined) {
    return before;
  }
  const { mapping, source } = reading;
  const result = readPayload(sourceOf(source), leadOfRow(file, mapping, row), usualReading);
  known.results.set(row, result);
  return result;
}

/** By row, as long as the file is read the same way. */
let known = { key: '', results: new WeakMap<FileRow, ReadPayloadResult>() };

function sourceOf(name: string): LeadSource {
  // A source that the configuration has added is read as a file's leads are; the service knows its kind.
  return findSource(defaultSources, name) ?? { name, kind: 'flat', label: name, aliases: [], enabled: true };
}

/** The fields whose cleansed form a person wants to see before it is written. */
const cleansed: Partial<Record<FlatField, (lead: Lead) => string | null>> = {
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  email: ({ email }) => email,
  title: ({ jobTitle }) => jobTitle,
  phone: ({ phone }) => phone,
  company: ({ company }) => company.name,
  company_phone: ({ company }) => company.phone,
  website: ({ company }) => company.website,
  linkedin_url: ({ linkedinUrl }) => linkedinUrl,
};

export function readRow(file: LeadFile, row: FileRow, reading: Reading): ReadRow {
  const read = readLead(file, row, reading);
  const texts = row.cells.map((cell) => textOf(cell).trim());
  const becomes = reading.mapping.map(({ field }, column) => {
    // Of several columns for one field, the first that is not empty counts.
    const taken = reading.mapping.findIndex((each, at) => each.field === field && texts[at] !== '');
    const isRead = read.ok && field !== null && taken === column;
    const value = isRead ? (cleansedValue(field, read.lead) ?? null) : null;
    return texts[column] === value ? null : value;
  });
  return { ...row, becomes };
}

function cleansedValue(field: string, lead: Lead): string | null | undefined {
  return Object.entries(cleansed).find(([name]) => name === field)?.[1](lead);
}
