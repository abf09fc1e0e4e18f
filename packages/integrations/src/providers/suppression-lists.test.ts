import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createSuppressionLists } from './suppression-lists.js';

const entry = {
  email: 'jane@acme.example',
  first_name: 'Jane',
  last_name: 'Miller',
  company_name: 'Acme',
  reason: 'Opt-out request',
  timestamp: '2026-01-31T09:00:00.000Z',
  ticket_id: 7,
};

describe('the suppression lists of the providers', () => {
  let server: Server;
  let address: string;
  let status = 200;
  let headers: Record<string, string> = {};
  let hangs = false;
  const received: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];

  beforeEach(async () => {
    status = 200;
    headers = {};
    hangs = false;
    received.length = 0;
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        received.push({
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body,
        });
        if (!hangs) {
          response.writeHead(status, headers).end('a response that quotes jane@acme.example');
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const lists = (timeoutMilliseconds = 2_000) =>
    createSuppressionLists({
      endpointOf: (source) =>
        ({
          provider_a: { url: `${address}/optouts?list=1`, key: 'a key' },
          provider_b: { url: address, key: null },
        })[source],
      timeoutMilliseconds,
    });

  it('get the entry as JSON, with the key and a reference that stays the same', async () => {
    const all = lists();
    await expect(all.push('provider_a', entry, 'sup_1')).resolves.toEqual({ result: 'accepted' });
    await all.push('provider_b', entry, 'sup_1');
    all.close();
    expect(received.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/optouts?list=1'],
      ['POST', '/'],
    ]);
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer a key',
      'content-type': 'application/json',
      'idempotency-key': 'sup_1',
    });
    expect(received[1]?.headers.authorization).toBeUndefined();
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(entry);
  });

  it('report that the provider has no address', async () => {
    await expect(lists().push('provider_c', entry, 'sup_1')).resolves.toEqual({ result: 'not_configured' });
    expect(received).toEqual([]);
  });

  it('treat an entry that the provider already has as delivered', async () => {
    status = 409;
    await expect(lists().push('provider_b', entry, 'sup_1')).resolves.toEqual({ result: 'accepted' });
  });

  it.each([302, 400, 401, 404, 500])('fail with status %d, without quoting the response', async (refusal) => {
    status = refusal;
    headers = { Location: 'http://127.0.0.1:9/', 'Retry-After': '7' };
    await expect(lists().push('provider_b', entry, 'sup_1')).resolves.toEqual({
      result: 'failed',
      error: `the provider responded with HTTP ${refusal}`,
      retryAfter: 7_000,
    });
    expect(received).toHaveLength(1);
  });

  it('fail without naming the address if there is no response, or none in time', async () => {
    hangs = true;
    await expect(lists(100).push('provider_b', entry, 'sup_1')).resolves.toEqual({
      result: 'failed',
      error: 'the provider could not be reached (ETIMEDOUT)',
      retryAfter: null,
    });
    const away = createSuppressionLists({
      endpointOf: () => ({ url: 'http://127.0.0.1:1/secret', key: null }),
    });
    await expect(away.push('provider_a', entry, 'sup_1')).resolves.toEqual({
      result: 'failed',
      error: 'the provider could not be reached (ECONNREFUSED)',
      retryAfter: null,
    });
  });
});
