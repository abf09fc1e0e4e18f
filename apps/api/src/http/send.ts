import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';

import type { Response } from 'express';

import type { RouteResponse, ResponseStream } from './route-response.js';

export function sendJson(response: Response, status: number, body: unknown): void {
  response.statusCode = status;
  if (body === undefined) {
    response.end();
    return;
  }
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** Sends a response; if it contains an error, throws it for the error handler, which sends the envelope. */
export async function sendResponse(response: Response, result: RouteResponse): Promise<void> {
  for (const [name, value] of Object.entries(result.headers ?? {})) {
    response.setHeader(name, value);
  }
  if (result.error !== undefined) {
    throw result.error;
  }
  if (result.stream === undefined) {
    sendJson(response, result.status, result.body);
    return;
  }
  await sendStream(response, result.status, result.stream);
}

async function sendStream(response: Response, status: number, stream: ResponseStream): Promise<void> {
  response.statusCode = status;
  response.setHeader('Content-Type', stream.mediaType);
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  response.flushHeaders();
  try {
    await pipeline(Readable.from(stream.chunks, { objectMode: false, highWaterMark: 16_384 }), response);
  } catch (error) {
    // A caller who hangs up is no error.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) {
      throw error;
    }
  }
}
