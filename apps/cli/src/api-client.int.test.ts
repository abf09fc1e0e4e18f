import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from '@jest/globals';

import { createApiClient, type ApiClient } from './api-client.js';

let server: Server | null = null;
let slept: number[] = [];
let notes: string[] = [];

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

async function clientOf(...answers: Listener[]): Promise<ApiClient> {
  const listening = createServer((request, response) => (answers.shift() ?? answers[0])?.(request, response));
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  return client(`http://127.0.0.1:${port}`);
}

function urlOf(listening: Server | null): string {
  return `http://127.0.0.1:${(listening?.address() as AddressInfo).port}`;
}

function client(serviceUrl: string): ApiClient {
  slept = [];
  notes = [];
  return createApiClient({
    serviceUrl,
    apiKey: 'the-key',
    note: (line) => notes.push(line),
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
    },
  });
}

const get = { method: 'GET', path: '/jobs' } as const;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  server = null;
});

describe('the client of the API', () => {
  it('sends the key, and the body as it stands', async () => {
    const seen: string[] = [];
    const api = await clientOf((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
      request.on('end', () => response.end('{"ok":true}'));
    });
    expect(await api.call({ method: 'POST', path: '/sync/leads/bulk', body: '{"a":1}' })).toEqual({
      ok: true,
    });
    expect(seen).toEqual(['POST /api/v1/sync/leads/bulk Bearer the-key', '{"a":1}']);
  });

  it('waits as long as it is asked to, and goes on', async () => {
    const api = await clientOf(
      (_request, response) => response.writeHead(429, { 'retry-after': '7' }).end(),
      (_request, response) => response.writeHead(409, { 'retry-after': '1' }).end(),
      (_request, response) => response.end('[]'),
    );
    expect(await api.call(get)).toEqual([]);
    expect(slept).toEqual([7_000, 1_000]);
    expect(notes).toEqual([
      expect.stringMatching(/^The service asks to wait: waiting until \d\d:\d\d:\d\d( on [\d-]+)? \(7 s\)$/),
    ]);
  });

  it('names the limit, and asks before it waits for more than a minute', async () => {
    const error = {
      message: 'The hourly limit of bulk imports is used up',
      details: { limit: 'bulk', quota: 10 },
    };
    const limited: Listener = (_request, response) =>
      response.writeHead(429, { 'retry-after': '2580' }).end(JSON.stringify({ error }));
    const answers = [true, false];
    const asked: string[] = [];
    const api = await clientOf(limited, (_request, response) => response.end('[]'), limited);
    const asking = createApiClient({
      serviceUrl: urlOf(server),
      apiKey: 'the-key',
      note: (line) => notes.push(line),
      confirm: async (question) => {
        asked.push(question);
        return await Promise.resolve(answers.shift() ?? null);
      },
      sleep: async (milliseconds) => {
        slept.push(milliseconds);
      },
    });
    expect(api).toBeDefined();
    expect(await asking.call(get)).toEqual([]);
    await expect(asking.call(get)).rejects.toThrow('The same command goes on from here');
    expect(slept).toEqual([2_580_000]);
    expect(asked[0]).toMatch(
      /^The hourly limit of bulk imports is used up \(10\)\. Wait until \d\d:\d\d:\d\d.* \(43 min\)\?$/,
    );
  });

  it('does not wait for hours, nor without an end', async () => {
    const api = await clientOf((_request, response) =>
      response.writeHead(429, { 'retry-after': '99999' }).end(),
    );
    await expect(api.call(get)).rejects.toThrow('The service answered 429');
  });

  it('tells an error in the words of the service', async () => {
    const error = {
      code: 'AUTHORIZATION_ERROR',
      message: 'The permission data.sync is required',
      request_id: 'req_1',
    };
    const api = await clientOf((_request, response) =>
      response.writeHead(403).end(JSON.stringify({ error })),
    );
    await expect(api.call(get)).rejects.toThrow(
      'AUTHORIZATION_ERROR: The permission data.sync is required (request req_1)',
    );
  });

  it('tries again when nobody answers, and then says so', async () => {
    const api = client('http://127.0.0.1:9');
    await expect(api.call(get)).rejects.toThrow(/http:\/\/127\.0\.0\.1:9 cannot be reached/);
    expect(slept).toEqual([500, 2_000, 5_000, 10_000]);
  });
});
