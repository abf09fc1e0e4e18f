import { isUtf8 } from 'node:buffer';

import { bodyLimits } from '@leadbridge/contracts';
import type { RouteContract } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import express from 'express';
import type { Request, RequestHandler, Response } from 'express';

import { parseJson } from './parse-json.js';

export { checkListLength } from './check-list-length.js';
export { countValues } from './count-values.js';

const readers: Readonly<Record<keyof typeof bodyLimits, RequestHandler>> = {
  single: express.raw({ type: () => true, limit: bodyLimits.single }),
  bulk: express.raw({ type: () => true, limit: bodyLimits.bulk }),
};

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
  const raw = await readBytes(readers[route.bodySize ?? 'single'], request, response);
  await check(raw);
  if (raw.length === 0) {
    return nothing;
  }
  if (!isUtf8(raw)) {
    throw new AppError('VALIDATION_ERROR', 'The body is not valid UTF-8', {
      details: { field: 'body', value: null },
    });
  }
  return { raw, value: parseJson(raw) };
}

function hasBody(request: Request): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

function checkMediaType(header: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header ?? '')?.[1];
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(header ?? '')) {
    throw new AppError('VALIDATION_ERROR', 'The body must be JSON: Content-Type: application/json', {
      status: 415,
    });
  }
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new AppError('VALIDATION_ERROR', 'The body must be encoded in UTF-8', { status: 415 });
  }
}

async function readBytes(reader: RequestHandler, request: Request, response: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    reader(request, response, (error?: unknown) => {
      if (error === undefined) {
        resolve();
      } else {
        reject(readFault(error));
      }
    });
  });
  return Buffer.isBuffer(request.body) ? request.body : nothing.raw;
}

/** The reader's errors carry texts of the libraries below; ours are stable. */
function readFault(error: unknown): AppError {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) {
    return new AppError('VALIDATION_ERROR', 'The body is too large', { status, cause: error });
  }
  if (status === 415) {
    return new AppError('VALIDATION_ERROR', 'The Content-Encoding is not supported', {
      status,
      cause: error,
    });
  }
  return new AppError('VALIDATION_ERROR', 'The body could not be read', { cause: error });
}
