import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { AppError } from '@leadbridge/platform';

import { fieldError } from '../../http/field-error.js';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The body of a request, decompressed. A body that is too large is rejected as soon as that is known, because
 * an endless body would otherwise never get a response. The rest is not read.
 *
 * @param limit bytes, sent and decompressed
 * @throws AppError 400, 413, 415
 */
export async function readBytes(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding, expect } = request.headers;
  if (Number(length ?? 0) > limit) {
    throw tooLarge();
  }
  const decoder = decoderOf(encoding);
  if (expect !== undefined) {
    // The client holds the body back until it is requested.
    response.writeContinue();
  }
  return await collect(request, decoder, { limit, expected: decoder === null ? Number(length ?? 0) : 0 });
}

/**
 * Reads `request`, or `decoder` after it, until the end, an error, or too much; leaves no listener.
 *
 * @param bytes.expected so many have a place from the beginning: a body of many megabytes is in memory once. More may come
 */
async function collect(
  request: IncomingMessage,
  decoder: Transform | null,
  { limit, expected }: { readonly limit: number; readonly expected: number },
): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const source = decoder === null ? request : request.pipe(decoder);
    const start = Buffer.allocUnsafe(expected);
    const pieces: Buffer[] = [];
    let size = 0;

    function onData(piece: Buffer): void {
      const placed = piece.copy(start, Math.min(size, expected));
      size += piece.length;
      if (placed < piece.length) {
        pieces.push(piece.subarray(placed));
      }
      if (size > limit) {
        stop();
        reject(tooLarge());
      }
    }
    function onEnd(): void {
      stop();
      const placed = start.subarray(0, size);
      resolve(pieces.length === 0 ? placed : Buffer.concat([placed, ...pieces]));
    }
    function onFault(cause?: Error): void {
      stop();
      reject(unreadable(cause));
    }
    /** A compressed body may have arrived completely before its last part is decompressed. */
    function onClose(): void {
      if (!request.complete) {
        onFault();
      }
    }
    function stop(): void {
      source.off('data', onData).off('end', onEnd).off('error', onFault);
      request.off('error', onFault).off('close', onClose);
      abandon(request, decoder);
    }

    if (request.destroyed) {
      onFault();
      return;
    }
    source.on('data', onData).on('end', onEnd).on('error', onFault);
    request.on('error', onFault).on('close', onClose);
  });
}

function abandon(request: IncomingMessage, decoder: Transform | null): void {
  if (decoder !== null) {
    request.unpipe(decoder);
    decoder.on('error', () => undefined).destroy();
  }
  if (!request.complete) {
    request.pause();
  }
}

function unreadable(cause?: Error): AppError {
  return new AppError('VALIDATION_ERROR', 'The body could not be read', {
    details: { field: 'body', value: null },
    cause,
  });
}

function decoderOf(encoding = 'identity'): Transform | null {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity') {
    return null;
  }
  const create = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (create === undefined) {
    const message = 'The Content-Encoding is not supported';
    throw fieldError('Content-Encoding', encoding.slice(0, 100), message, 415);
  }
  return create();
}

function tooLarge(): AppError {
  return fieldError('body', null, 'The body is too large', 413);
}
