import { PsaUnavailableError } from '@leadbridge/usecases';

import { readErrorOf } from './error-text.js';
import { type JsonRecord, isJsonRecord, readField, readId, readNumber, readText } from './read-json.js';

/** The rows of one response; `total` and `pageSize` if the PSA returns them. */
export interface Rows {
  readonly rows: readonly JsonRecord[];
  readonly total: number | null;
  readonly pageSize: number | null;
}

const commonKeys = ['items', 'results', 'records', 'rows', 'data', 'value', 'result', 'response'];
const metaKeys = ['page_no', 'page_size', 'record_count', 'columns', 'errors'];
/** Of an entity, such as one that a response shows without its id; their own ids name none. */
const customFields = 'customfields';

/**
 * The rows of a list, bare or in an envelope such as `{record_count, tickets: []}`; null if a response is not
 * a list, or one of nothing that could be a row. `key` is the envelope's key of the rows. Null, of a response without
 * content, is an empty list.
 */
export function readRows(json: unknown, key: string, depth = 0): Rows | null {
  if (json === null) {
    return { rows: [], total: null, pageSize: null };
  }
  if (Array.isArray(json)) {
    return rowsIn(json, { total: null, pageSize: null });
  }
  if (!isJsonRecord(json)) {
    return null;
  }
  const total = readNumber(readField(json, 'record_count', 'total', 'total_count', 'total_records', 'count'));
  const pageSize = readNumber(readField(json, 'page_size'));
  const held = readField(json, key, ...commonKeys);
  if (Array.isArray(held)) {
    return rowsIn(held, { total, pageSize });
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

function rowsIn(entries: readonly unknown[], counts: Omit<Rows, 'rows'>): Rows | null {
  const rows = entries.filter(isJsonRecord);
  return rows.length === 0 && entries.length > 0 ? null : { rows, ...counts };
}

/**
 * The one entity of a response: bare, wrapped (`{ticket: {}}`, `{data: {}}`), or the first of an array or
 * envelope. Null if the PSA has none.
 *
 * @param anyName whether the only object in a wrapper is the entity, whatever it is called there
 */
export function readSingle(json: unknown, key: string, anyName = true, depth = 0): JsonRecord | null {
  if (Array.isArray(json)) {
    return readSingle(json.find(isJsonRecord), key, anyName, depth);
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
    return readSingle(held, key, anyName, depth + 1);
  }
  if (!anyName || readField(json, customFields) !== undefined) {
    return null;
  }
  const nested = Object.values(json).filter((value) => isJsonRecord(value) || Array.isArray(value));
  return nested.length === 1 ? readSingle(nested[0], key, anyName, depth + 1) : null;
}

/** An object without an id, found by one of its fields: bare, or wrapped (`{data: {}}`); empty if there is none. */
export function readObject(json: unknown, names: readonly string[], depth = 0): JsonRecord {
  const object: unknown = Array.isArray(json) ? json.find(isJsonRecord) : json;
  if (!isJsonRecord(object) || depth > 3) {
    return {};
  }
  return readField(object, ...names) === undefined
    ? readObject(readField(object, ...commonKeys), names, depth + 1)
    : object;
}

const saysNotFound = /\bnothing here\b|\bnot found\b|\bno such\b|\bdoes not exist\b|\bdeleted\b|\b404\b/i;

/**
 * Like `readSingle`, for the response to a read by id; null is that of an entity that does not exist. With a success
 * status only a text or an empty list says so: not an error, not a response with nothing in it, and not another
 * entity, which must not be taken for the one asked for.
 *
 * @throws PsaUnavailableError
 */
export function readFound(json: unknown, key: string, id: number): JsonRecord | null {
  const row = readSingle(json, key);
  if (row === null) {
    return json === null ? null : requireAbsence(json, key, id);
  }
  const found = readField(row, 'id');
  if (readId(found) !== id) {
    throw new PsaUnavailableError(
      `The PSA responded to a read of ${key}/${id} with another id (${readId(found) ?? 'none'})`,
    );
  }
  return row;
}

function requireAbsence(json: unknown, key: string, id: number): null {
  const record = isJsonRecord(json) ? json : {};
  const error = readErrorOf(record);
  if (saysNotFound.test(error ?? readText(readField(record, 'message')) ?? '')) {
    return null;
  }
  if (error !== null) {
    throw new PsaUnavailableError(`The PSA responded to a read with an error: ${error}`, { status: 200 });
  }
  if (Array.isArray(json) || readRows(json, key)?.rows.length !== 0) {
    throw new PsaUnavailableError(`The PSA responded to a read of ${key}/${id} with something that is none`);
  }
  return null;
}
