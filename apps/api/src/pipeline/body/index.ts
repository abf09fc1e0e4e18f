import { isUtf8 } from 'node:buffer';

import { bodyLimits, type RouteContract } from '@leadbridge/contracts';
import type { AppError } from '@leadbridge/platform';
import type { Request, Response } from 'express';

import { fieldError } from '../../http/field-error.js';
import type { BodyList } from './list-body.js';
import { parseCsv, parseCsvList } from './parse-csv.js';
import { parseJson, parseJsonList } from './parse-json.js';
import { readBytes } from './read-bytes.js';

export { checkListLength, withRows } from './list-body.js';
export { countValues } from './count-values.js';
export type { BodyList } from './list-body.js';
export { maxItemValues } from './parse-json.js';

export interface RequestBody {
  /** After decompression. */
  readonly raw: Buffer;
  /** Undefined if nothing was sent; without the items of `list`. */
  readonly value: unknown;
  /** The list of a route with bodies of the size `list`; null if it has no items. */
  readonly list: BodyList | null;
}

export interface BodyOptions {
  /** Checks the bytes before they are parsed. */
  readonly check?: ((raw: Buffer) => Promise<void>) | undefined;
  /** The separator of a CSV body; null to detect it. */
  readonly separator?: string | null;
}

const nothing: RequestBody = { raw: Buffer.alloc(0), value: undefined, list: null };

/**
 * Reads and parses the body of a request, if its route has one: limited in size, JSON in UTF-8, with a
 * harmless shape. The schema checks its meaning.
 *
 * @throws AppError 400, 413, 415, and what `check` throws
 */
export async function readBody(
  route: Pick<RouteContract, 'request' | 'bodySize' | 'csvBody' | 'maxList'>,
  request: Request,
  response: Response,
  { check = () => Promise.resolve(), separator = null }: BodyOptions = {},
): Promise<RequestBody> {
  if (route.request.body === undefined || !hasBody(request)) {
    await check(nothing.raw);
    return nothing;
  }
  const mediaType = request.headers['content-type'];
  const isCsv = route.csvBody === true && /^text\/csv\s*(;|$)/i.test(mediaType ?? '');
  if (!isCsv) {
    checkMediaType(mediaType, route.csvBody === true);
  }
  const size = route.bodySize ?? 'single';
  const raw = await readBytes(request, response, bodyLimits[size]);
  await check(raw);
  const longList = size === 'list' ? route.maxList : undefined;
  if (isCsv) {
    const options = { charset: charsetOf(mediaType), separator, maxRows: route.maxList?.items ?? 0 };
    return longList === undefined
      ? { raw, value: await parseCsv(raw, options), list: null }
      : { raw, value: { [longList.field]: [] }, list: await parseCsvList(raw, options) };
  }
  if (raw.length === 0) {
    return nothing;
  }
  if (!isUtf8(raw)) {
    throw fieldError('body', null, 'The body is not valid UTF-8');
  }
  return longList === undefined
    ? { raw, value: await parseJson(raw, size === 'single' ? size : 'bulk'), list: null }
    : { raw, ...(await parseJsonList(raw, longList)) };
}

function hasBody(request: Request): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

function charsetOf(header: string | undefined): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header ?? '')?.[1] ?? null;
}

function checkMediaType(header: string | undefined, orCsv: boolean): void {
  const charset = charsetOf(header);
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(header ?? '')) {
    const forms = orCsv
      ? 'JSON or CSV: Content-Type: application/json or text/csv'
      : 'JSON: Content-Type: application/json';
    throw unsupported(`The body must be ${forms}`, header);
  }
  if (charset !== null && !/^utf-?8$/i.test(charset)) {
    throw unsupported('The body must be encoded in UTF-8', header);
  }
}

function unsupported(message: string, header: string | undefined): AppError {
  return fieldError('Content-Type', header?.slice(0, 100) ?? null, message, 415);
}
