import { isUtf8 } from 'node:buffer';

import { bodyLimits } from '@leadbridge/contracts';
import type { RouteContract } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import type { Request, Response } from 'express';

import { parseJson } from './parse-json.js';
import { readBytes } from './read-bytes.js';

export { checkListLength } from './check-list-length.js';
export { countValues } from './count-values.js';
export { maxItemValues } from './parse-json.js';

export interface RequestBody {
  /** After decompression. */
  readonly raw: Buffer;
  /** Undefined where nothing was sent. */
  readonly value: unknown;
}

const nothing: RequestBody = { raw: Buffer.alloc(0), value: undefined };

/**
 * Reads and parses the body of a request, if its route takes one: bounded in size, JSON in UTF-8, and of a harmless shape. What
 * it means is the schema's business.
 *
 * @param check of the bytes, before anything is made of them
 * @throws AppError 400, 413, 415, and what `check` throws
 */
export async function readBody(
  route: Pick<RouteContract, 'request' | 'bodySize'>,
  request: Request,
  response: Response,
  check: (raw: Buffer) => Promise<void> = () => Promise.resolve(),
): Promise<RequestBody> {
  if (route.request.body === undefined || !hasBody(request)) {
    await check(nothing.raw);
    return nothing;
  }
  checkMediaType(request.headers['content-type']);
  const size = route.bodySize ?? 'single';
  const raw = await readBytes(request, response, bodyLimits[size]);
  await check(raw);
  if (raw.length === 0) {
    return nothing;
  }
  if (!isUtf8(raw)) {
    throw new AppError('VALIDATION_ERROR', 'The body is not valid UTF-8', {
      details: { field: 'body', value: null },
    });
  }
  return { raw, value: await parseJson(raw, size) };
}

function hasBody(request: Request): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

function checkMediaType(header: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header ?? '')?.[1];
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(header ?? '')) {
    throw unsupported('The body must be JSON: Content-Type: application/json', header);
  }
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw unsupported('The body must be encoded in UTF-8', header);
  }
}

function unsupported(message: string, header: string | undefined): AppError {
  return new AppError('VALIDATION_ERROR', message, {
    status: 415,
    details: { field: 'Content-Type', value: header?.slice(0, 100) ?? null },
  });
}
