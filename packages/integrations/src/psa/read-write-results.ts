import type { WriteResult } from '@leadbridge/usecases';

import { classOfStatus } from './classify.js';
import { readErrorOf, readErrorValue } from './error-text.js';
import { isAnother } from './is-another.js';
import { matchCreated } from './match-created.js';
import { type JsonRecord, isJsonRecord, readField, readId, readNumber, readText } from './read-json.js';
import { readRows, readSingle } from './read-rows.js';

export interface WrittenKind {
  /** The key of the rows in an envelope. */
  readonly key: string;
  /** True if the identifier of what was created is not needed; it is 0 if the PSA does not return it. */
  readonly idOptional?: boolean;
  /** True for a change: its response may show something else, such as who made it. */
  readonly isChange?: boolean;
}

const failureWords = /^(error|errors|fail|failed|failure|invalid|rejected|refused)$/i;
const successWords = /^(ok|success|successful|succeeded|created|added|updated|saved|done|true)$/i;

function uncertain(message: string): WriteResult {
  return { ok: false, uncertain: true, message };
}

/** It has to be looked up what became of the object that was sent. */
const anotherObject = uncertain('The PSA returned another object than the one that was sent');

function refused(message: string | null): WriteResult {
  return { ok: false, uncertain: false, message: message ?? 'The PSA refused it without a reason' };
}

function reasonOf(entry: JsonRecord): string | null {
  return readErrorOf(entry) ?? readErrorValue(readField(entry, 'message'));
}

function created(id: number | null, kind: WrittenKind): WriteResult {
  if (id !== null || kind.idOptional === true) {
    return { ok: true, id: id ?? 0 };
  }
  return uncertain('The PSA did not return the id of what it created');
}

/**
 * The response to a POST of one object: the entity bare, wrapped, in an array or envelope, or a status.
 *
 * @param item what was created, or the id of what was changed; a response that shows another object is uncertain
 */
export function readSingleResult(json: unknown, kind: WrittenKind, item: object = {}): WriteResult {
  const first: unknown = Array.isArray(json) ? json[0] : json;
  if (isJsonRecord(first) && readField(first, 'index') !== undefined) {
    return readEntry(first, kind, item);
  }
  const row = readSingle(json, kind.key, kind.isChange !== true) ?? {};
  const id = readId(readField(row, 'id'));
  if (id === null && isJsonRecord(first)) {
    const message = readErrorOf(first);
    if (message !== null || readField(first, 'success') === false) {
      return refused(message ?? reasonOf(first));
    }
  }
  return isAnother(row, item) ? anotherObject : created(id, kind);
}

/** One `{index, status, id?, error?}` of a bulk response. */
function readEntry(entry: JsonRecord, kind: WrittenKind, item: object): WriteResult {
  const status = readField(entry, 'status', 'status_code', 'success');
  const number = readNumber(status);
  const word = typeof status === 'boolean' ? (status ? 'ok' : 'failed') : (readText(status) ?? '');
  const message = readErrorOf(entry);
  const held = readSingle({ ...entry, id: null }, kind.key);
  const id = readId(readField(entry, 'id', 'entity_id')) ?? readId(readField(held ?? {}, 'id'));
  const meaning = number === null ? null : classOfStatus(number);
  if (meaning === 'passing' || meaning === 'throttled') {
    return uncertain(reasonOf(entry) ?? `The PSA failed with status ${number}`);
  }
  if ((number !== null && number >= 400) || failureWords.test(word)) {
    return refused(reasonOf(entry));
  }
  const succeeded = (number !== null && number >= 200 && number < 300) || successWords.test(word);
  if (succeeded || (id !== null && message === null)) {
    return isAnother(entry, item) || (held !== null && isAnother(held, item))
      ? anotherObject
      : created(id, kind);
  }
  return message === null ? uncertain('The PSA returned no result for it') : refused(message);
}

/** The response to a POST of an array: a result for each item, or the refusal of the whole array. */
export type ArrayResults =
  | { readonly kind: 'results'; readonly results: readonly WriteResult[] }
  | { readonly kind: 'refused'; readonly message: string };

/** By index, never by order; entities without one by the written content. Anything unclear is uncertain. */
export function readArrayResults(json: unknown, items: readonly object[], kind: WrittenKind): ArrayResults {
  const rows = readRows(json, kind.key)?.rows ?? [];
  const [first] = rows;
  if (rows.length <= 1) {
    const entry = first ?? (isJsonRecord(json) ? json : {});
    const message = readErrorOf(entry);
    if (message !== null && readField(entry, 'index') === undefined && readField(entry, 'id') === undefined) {
      return { kind: 'refused', message };
    }
  }
  return {
    kind: 'results',
    results: hasIndex(rows) ? byIndex(rows, items, kind) : byContent(rows, items, kind),
  };
}

/** Whether rows are the statuses of a bulk response. */
export function hasIndex(rows: readonly JsonRecord[]): boolean {
  return rows.some((row) => readField(row, 'index') !== undefined);
}

function byIndex(
  rows: readonly JsonRecord[],
  items: readonly object[],
  kind: WrittenKind,
): readonly WriteResult[] {
  const results: (WriteResult | undefined)[] = items.map(() => undefined);
  for (const row of rows) {
    const index = readNumber(readField(row, 'index'));
    if (index === null) {
      continue;
    }
    if (!Number.isInteger(index) || index < 0 || index >= items.length) {
      return items.map(() => uncertain('The PSA returned a result for an object that was not sent'));
    }
    const result = readEntry(row, kind, items[index] ?? {});
    const before = results[index];
    results[index] =
      before === undefined || JSON.stringify(before) === JSON.stringify(result)
        ? result
        : uncertain('The PSA gave two different results for it');
  }
  return results.map((result) => result ?? uncertain('The PSA sent no response for it'));
}

function byContent(
  rows: readonly JsonRecord[],
  items: readonly object[],
  kind: WrittenKind,
): readonly WriteResult[] {
  const matched = matchCreated(rows, items);
  return items.map((item, index) => {
    const row = matched.get(index);
    return row === undefined ? uncertain('The PSA sent no response for it') : readEntry(row, kind, item);
  });
}
