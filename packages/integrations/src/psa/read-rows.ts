import { PsaUnavailableError } from '@leadbridge/usecases';

import { readErrorOf } from './error-text.js';
import { type JsonRecord, isJsonRecord, readField, readId, readNumber } from './read-json.js';

/** The rows of one response; `total` and `pageSize` if the PSA returns them. */
export interface Rows {
  readonly rows: readonly JsonRecord[];
  readonly total: number | null;
  readonly pageSize: number | null;
}

const commonKeys = ['items', 'results', 'records', 'rows', 'data', 'value', 'result', 'response'];
const metaKeys = ['page_no', 'page_size', 'record_count', 'columns', 'errors'];

/**
 * The rows of a list, bare or in an envelope such as `{record_count, tickets: []}`; null if a response is not
 * a list. `key` is the envelope's key of the rows. A response without content is an empty list.
 */
export function readRows(json: unknown, key: string, depth = 0): Rows | null {
  if (json === null || json === '') {
    return { rows: [], total: null, pageSize: null };
  }
  if (Array.isArray(json)) {
    return { rows: json.filter(isJsonRecord), total: null, pageSize: null };
  }
  if (!isJsonRecord(json)) {
    return null;
  }
  const total = readNumber(readField(json, 'record_count', 'total', 'total_count', 'total_records', 'count'));
  const pageSize = readNumber(readField(json, 'page_size'));
  const held = readField(json, key, ...commonKeys);
  if (Array.isArray(held)) {
    return { rows: held.filter(isJsonRecord), total, pageSize };
  }
  if (isJsonRecord(held) && depth < 2) {
    const inner = readRows(held, key, depth + 1);
    return inner === null
      ? null
      : { ...inner, total: inner.total ?? total, pageSize: inner.pageSize ?? pageSize };
  }
  const arrays = Object.entries(json).filter(
    ([name, value]) => Array.isArray(value) && !metaKeys.includes(name),
  );
  if (readField(json, 'id') !== undefined) {
    return { rows: [json], total, pageSize };
  }
  if (arrays.length === 1) {
    return { rows: (arrays[0]?.[1] as readonly unknown[]).filter(isJsonRecord), total, pageSize };
  }
  const isPage = total !== null || pageSize !== null || readField(json, 'page_no') !== undefined;
  return isPage || Object.hasOwn(json, key) ? { rows: [], total, pageSize } : null;
}

/**
 * The one entity of a response: bare, wrapped (`{ticket: {}}`, `{data: {}}`), or the first of an array or
 * envelope. Null if the PSA has none.
 */
export function readSingle(json: unknown, key: string, depth = 0): JsonRecord | null {
  if (Array.isArray(json)) {
    return readSingle(json.find(isJsonRecord), key, depth);
  }
  if (!isJsonRecord(json) || depth > 3) {
    return null;
  }
  if (readField(json, 'id') !== undefined) {
    return json;
  }
  const held = readField(
    json,
    key,
    key.replace(/ies$/, 'y').replace(/s$/, ''),
    ...commonKeys,
    'record',
    'item',
  );
  if (held !== undefined) {
    return readSingle(held, key, depth + 1);
  }
  const nested = Object.values(json).filter((value) => isJsonRecord(value) || Array.isArray(value));
  return nested.length === 1 ? readSingle(nested[0], key, depth + 1) : null;
}

/**
 * An object without an identifier, identified by one of its fields: bare, or wrapped (`{data: {}}`). Empty if
 * a response contains none.
 */
export function readObject(json: unknown, names: readonly string[], depth = 0): JsonRecord {
  const object: unknown = Array.isArray(json) ? json.find(isJsonRecord) : json;
  if (!isJsonRecord(object) || depth > 3) {
    return {};
  }
  return readField(object, ...names) === undefined
    ? readObject(readField(object, ...commonKeys), names, depth + 1)
    : object;
}

const saysNotFound = /\bnot found\b|\bno such\b|\bdoes not exist\b|\bdeleted\b|\b404\b/i;

/**
 * Like `readSingle`, for the response to a read by id. An error with a success status does not mean that the
 * entity no longer exists, and neither does another entity, which must not be taken for the one asked for.
 *
 * @throws PsaUnavailableError
 */
export function readFound(json: unknown, key: string, id: number): JsonRecord | null {
  const row = readSingle(json, key);
  const error = row === null && isJsonRecord(json) ? readErrorOf(json) : null;
  if (error !== null && !saysNotFound.test(error)) {
    throw new PsaUnavailableError(`The PSA responded to a read with an error: ${error}`, { status: 200 });
  }
  const found = row === null ? null : readField(row, 'id');
  if (row !== null && readId(found) !== id) {
    throw new PsaUnavailableError(
      `The PSA responded to a read of ${key}/${id} with another id (${readId(found) ?? 'none'})`,
    );
  }
  return row;
}
