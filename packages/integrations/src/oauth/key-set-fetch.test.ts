import { beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import type { HttpResponse, HttpClient } from '../http/http-client.js';
import { createKeySetFetch, KeySetUnavailableError } from './key-set-fetch.js';

const keys = '{"keys":[]}';
const minute = 60_000;

describe('fetching the key set', () => {
  let now: number;
  let requests: number;
  let response: Partial<HttpResponse> | Error;

  beforeEach(() => {
    now = 0;
    requests = 0;
    response = { status: 200, body: keys };
  });

  function setUp(): () => Promise<string> {
    const client: HttpClient = {
      send: async () => {
        requests += 1;
        if (response instanceof Error) {
          throw response;
        }
        return {
          status: 0,
          contentType: '',
          headers: new Map(),
          retryAfterMilliseconds: null,
          body: '',
          ...response,
        };
      },
      close: () => undefined,
    };
    const read = createKeySetFetch({ client, clock: { now: () => now }, logger: silentLogger });
    return async () => (await read('https://issuer.example.com/jwks')).text();
  }

  it.each([
    ['an error', new Error('no connection')],
    ['another status', { status: 500, body: keys }],
    ['a redirect', { status: 302, body: '' }],
    ['a page', { status: 200, body: '<html>' }],
    ['something else', { status: 200, body: '{"keys":"none"}' }],
  ])('fails on %s, and retries no sooner than five seconds later', async (_name, fault) => {
    const read = setUp();
    response = fault;
    for (let count = 0; count < 10; count += 1) {
      await expect(read()).rejects.toThrow(KeySetUnavailableError);
    }
    expect(requests).toBe(1);
    now += 5_000;
    response = { status: 200, body: keys };
    expect(await read()).toBe(keys);
    expect(requests).toBe(2);
  });

  it('serves the last keys for an hour while the issuer is unavailable', async () => {
    const read = setUp();
    await read();
    response = new Error('no connection');
    now += 59 * minute;
    expect(await read()).toBe(keys);
    now += minute;
    await expect(read()).rejects.toThrow(KeySetUnavailableError);
  });
});
