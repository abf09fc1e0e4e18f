import { dedupeKey, duplicateMessage, INSUFFICIENT_DATA, readPayload } from '@leadbridge/domain';

import type { FailedOutcome } from '../../ports/import-store.js';
import type { RowPlace } from '../../ports/row-outcome.js';
import type { CleanOptions, Decided, ImportSettings } from '../batch.js';
import { externalKeyOf } from './external-ids.js';
import {
  rowReference,
  type CleanRow,
  type ImportOptions,
  type ImportRow,
  type ReadRow,
} from '../import-row-state.js';

const KEY_NEEDED = 'Send an email, or a company with a person’s name, or a phone number';

export interface CleanedRows {
  readonly valid: readonly CleanRow[];
  /** With a key or external id of an earlier row: only one row per key is processed at a time. */
  readonly repeated: readonly ImportRow[];
  readonly rejected: readonly Decided[];
}

/** Reads, cleans and keys each row. Rows that cannot be imported are rejected with the reason. */
export function cleanRows(
  rows: readonly ImportRow[],
  settings: Pick<ImportSettings, 'defaultCountry'>,
  { seen, stopAtFirstFailure }: CleanOptions,
): CleanedRows {
  const valid: CleanRow[] = [];
  const usedKeys = new Set<string>();
  const repeated: ImportRow[] = [];
  const rejected: Decided[] = [];
  for (const row of rows) {
    const result = cleanRow(row, settings);
    const failure =
      'status' in result ? result : duplicateOf(result, { index: row.ref.index, row: row.row }, seen);
    if (failure !== null) {
      rejected.push({ row, outcome: failure });
      if (stopAtFirstFailure) {
        break;
      }
    } else if ('status' in result || keysOf(result).some((key) => usedKeys.has(key))) {
      repeated.push(row);
      if (stopAtFirstFailure) {
        break;
      }
    } else {
      keysOf(result).forEach((key) => usedKeys.add(key));
      valid.push(result);
    }
  }
  return { valid, repeated, rejected };
}

/** The keys that no two concurrently processed rows may share: the record key and the external id. */
export function keysOf(clean: CleanRow): readonly string[] {
  const externalKey = externalKeyOf(clean);
  return [clean.recordKey, ...(externalKey === null ? [] : [externalKey])];
}

/** Of the rows in one request with the same key, only the first counts. */
export function duplicateOf(
  { key }: Pick<ReadRow, 'key'>,
  place: RowPlace,
  seen: Map<string, RowPlace> | null,
): FailedOutcome | null {
  if (seen === null) {
    return null;
  }
  const first = seen.get(key.key);
  if (first === undefined || first.index === place.index) {
    seen.set(key.key, place);
    return null;
  }
  return {
    status: 'failed',
    code: 'DUPLICATE_IN_REQUEST',
    error: duplicateMessage(key.kind),
    suggestion: `The lead in row ${first.row} is the same one; send the data of both as one lead`,
  };
}

export function cleanRow(
  row: ImportRow,
  settings: Pick<ImportSettings, 'defaultCountry'>,
): CleanRow | FailedOutcome {
  const read = readRow(row, settings);
  if ('status' in read) {
    return read;
  }
  const { key } = read;
  // Without deduplication, leads may share a dedupe key; each gets its own record key.
  const recordKey = row.options.deduplication ? key.key : `${key.key}|${rowReference(row.ref)}`;
  return { row, recordKey, ...read };
}

/** Reads a row by itself: its lead and key, or why it is rejected. */
export function readRow(
  {
    source,
    data,
    options,
  }: Pick<ImportRow, 'source' | 'data'> & { readonly options: Pick<ImportOptions, 'strict'> },
  settings: Pick<ImportSettings, 'defaultCountry'>,
): ReadRow | FailedOutcome {
  const read = readPayload(source, data, settings, { strict: options.strict });
  if (!read.ok) {
    const [first] = read.faults;
    const faults = read.faults.map(({ field, value, message }) => ({
      field,
      value,
      message: faultSentence(field, message),
    }));
    return {
      status: 'failed',
      code: 'VALIDATION_ERROR',
      error: faults[0]?.message ?? 'Invalid lead data',
      faults,
      ...(first?.suggestion === undefined ? {} : { suggestion: first.suggestion }),
    };
  }
  const key = dedupeKey(read.lead);
  if (key === null) {
    return {
      status: 'failed',
      code: 'INSUFFICIENT_DATA',
      error: INSUFFICIENT_DATA,
      // The missing data may have been ignored, or may have been unreadable.
      suggestion: [KEY_NEEDED, ...read.warnings].join('. '),
      faults: [{ field: 'data', value: null, message: INSUFFICIENT_DATA }],
    };
  }
  const { lead, writtenNames = [], externalId = null, warnings } = read;
  return { lead, writtenNames, externalId, key, warnings };
}

/** In a bulk import this text alone identifies the field; it has the form of all validation messages. */
function faultSentence(field: string, message: string): string {
  return /^(?:must|is|has) /u.test(message) ? `"${field}" ${message}` : message;
}
