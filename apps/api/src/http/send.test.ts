import { once } from 'node:events';
import { get, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '@leadbridge/platform';
import express from 'express';

import type { RouteResponse } from './route-response.js';
import { sendResponse } from './send.js';

let result: RouteResponse;
let failure: unknown;
let server: Server;
let base = '';

beforeAll(async () => {
  const app = express();
  app.use(async (_request, response) => {
    failure = null;
    try {
      await sendResponse(response, result);
    } catch (error) {
      failure = error;
      response.end();
    }
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function* chunks(count: number, fault?: Error): AsyncIterable<string> {
  for (let index = 0; index < count; index += 1) {
    yield await Promise.resolve(`row ${index}\n`);
  }
  if (fault !== undefined) {
    throw fault;
  }
}

describe('a response', () => {
  it('is sent as JSON with its length in bytes', async () => {
    result = { status: 201, body: { name: 'Zoë' }, headers: { Location: '/api/v1/leads/1' } };
    const response = await fetch(base);
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-length')).toBe('15');
    expect(response.headers.get('location')).toBe('/api/v1/leads/1');
    expect(await response.json()).toEqual({ name: 'Zoë' });
  });

  it('may have no body', async () => {
    result = { status: 204 };
    const response = await fetch(base);
    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([
      204,
      '',
      null,
    ]);
  });

  it('sends null as a body', async () => {
    result = { status: 200, body: null };
    expect(await (await fetch(base)).text()).toBe('null');
  });

  it('with an error sets its headers and leaves the body to the error handler', async () => {
    const error = new AppError('VALIDATION_ERROR', 'Not so');
    result = { status: 400, error, headers: { 'X-Job-Id': 'job_1' } };
    const response = await fetch(base);
    expect(response.headers.get('x-job-id')).toBe('job_1');
    expect(failure).toBe(error);
  });
});

describe('a streamed response', () => {
  it('is sent piece by piece, without a length', async () => {
    result = { status: 200, stream: { mediaType: 'text/csv; charset=utf-8', chunks: chunks(3) } };
    const response = await fetch(base);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-length')).toBeNull();
    expect(await response.text()).toBe('row 0\nrow 1\nrow 2\n');
  });

  it('reads nothing for a HEAD request', async () => {
    let isRead = false;
    const unread: AsyncIterable<string> = {
      [Symbol.asyncIterator]() {
        isRead = true;
        return chunks(1)[Symbol.asyncIterator]();
      },
    };
    result = { status: 200, stream: { mediaType: 'text/csv', chunks: unread } };
    const head = request(base, { method: 'HEAD' }).end();
    const [response] = (await once(head, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect([response.statusCode, isRead]).toEqual([200, false]);
  });

  it('is cut off by a fault, which is reported', async () => {
    const fault = new Error('MongoDB is away');
    result = { status: 200, stream: { mediaType: 'text/csv', chunks: chunks(2, fault) } };
    await expect(fetch(base).then((response) => response.text())).rejects.toThrow();
    expect(failure).toBe(fault);
  });

  it('ends without a fault when the caller hangs up, and reads no further', async () => {
    let ended = false;
    async function* endless(): AsyncIterable<string> {
      try {
        for (;;) {
          yield await Promise.resolve('x'.repeat(10_000));
        }
      } finally {
        ended = true;
      }
    }
    result = { status: 200, stream: { mediaType: 'text/csv', chunks: endless() } };
    const reading = get(base);
    const [response] = (await once(reading, 'response')) as [NodeJS.ReadableStream];
    await once(response, 'data');
    reading.destroy();
    while (!ended) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(failure).toBeNull();
  });
});
