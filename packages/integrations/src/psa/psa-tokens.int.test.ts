import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PsaRefusedError, PsaUnavailableError } from '@leadbridge/usecases';

import { type ClientBench, openClientBench } from './testing/psa-clients.js';

let bench: ClientBench;

beforeAll(async () => {
  bench = await openClientBench();
});
afterEach(() => bench.reset());
afterAll(async () => bench.close());

const tokenCalls = () => bench.psa.seen.filter(({ path }) => path === '/auth/token');

describe('the token of the PSA', () => {
  it("is requested in the token service's format, and sent with every call", async () => {
    bench.psa.respondWith(() => ({ json: [] }));
    await bench.session({ tenant: 'example' }).statuses();
    const [call] = tokenCalls();
    expect(call?.method).toBe('POST');
    expect(call?.query.get('tenant')).toBe('example');
    expect(Object.fromEntries(new URLSearchParams(call?.text))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'client-id',
      client_secret: 'client-secret',
      scope: 'all',
    });
    expect(bench.psa.calls().map(({ authorization }) => authorization)).toEqual(['Bearer token-one']);
  });

  it('is fetched once for all waiting calls', async () => {
    bench.psa.respondWith(() => ({ json: [] }));
    const session = bench.session();
    await Promise.all(Array.from({ length: 20 }, async () => session.statuses()));
    expect(tokenCalls()).toHaveLength(1);
    expect(bench.psa.calls()).toHaveLength(20);
  });

  it('is renewed a minute before it expires', async () => {
    bench.psa.respondWith(() => ({ json: [] }));
    let now = Date.now();
    const session = bench.session({ clock: { now: () => now } });
    await session.statuses();
    now += 3_539_000;
    await session.statuses();
    expect(tokenCalls()).toHaveLength(1);
    now += 2_000;
    await session.statuses();
    expect(tokenCalls()).toHaveLength(2);
  });

  it.each([
    ['no time at all', 0.001, 29_000, 31_000],
    ['a thousand years', 3e10, 86_300_000, 86_400_000],
  ])('with a lifetime of %s is renewed within reasonable limits', async (_name, life, keptMs, renewedMs) => {
    bench.psa.respondWith(() => ({ json: [] }));
    bench.psa.respondToTokensWith(() => ({ json: { access_token: 'token', expires_in: life } }));
    let now = Date.now();
    const start = now;
    const session = bench.session({ clock: { now: () => now } });
    await session.statuses();
    now = start + keptMs;
    await session.statuses();
    expect(tokenCalls()).toHaveLength(1);
    now = start + renewedMs;
    await session.statuses();
    expect(tokenCalls()).toHaveLength(2);
  });

  it.each([
    { access_token: 'token' },
    { access_token: 'token', token_type: 'bearer', expires_in: '3600' },
    { AccessToken: 'token', TokenType: 'BEARER', ExpiresIn: 3600, RefreshToken: null },
    { data: { access_token: 'token' } },
  ])('is read from a response in another format: %j', async (response) => {
    bench.psa.respondWith(() => ({ json: [] }));
    bench.psa.respondToTokensWith(() => ({ json: response }));
    const session = bench.session();
    await session.statuses();
    await session.statuses();
    expect(bench.psa.calls().map(({ authorization }) => authorization)).toEqual([
      'Bearer token',
      'Bearer token',
    ]);
    expect(tokenCalls()).toHaveLength(1);
  });

  it('that is refused is fetched again once, and the call repeated once', async () => {
    let issued = 0;
    bench.psa.respondToTokensWith(() => ({
      json: { access_token: `token-${(issued += 1)}`, expires_in: 3600 },
    }));
    bench.psa.respondWith(({ authorization }) =>
      authorization === 'Bearer token-2'
        ? { json: { id: 7 } }
        : { status: 401, json: { Message: 'expired' } },
    );
    const results = await bench.session().createClients([{ name: 'Example' }]);
    expect(results).toEqual([{ ok: true, id: 7 }]);
    expect(bench.psa.calls()).toHaveLength(2);
    expect(tokenCalls()).toHaveLength(2);
  });

  it("that is refused again ends in an error with the PSA's message", async () => {
    bench.psa.respondWith(() => ({ status: 401, json: { Message: 'The token has no scope' } }));
    const error = await bench
      .session()
      .statuses()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PsaRefusedError);
    expect(error).toMatchObject({ message: expect.stringContaining('The token has no scope') });
    expect(bench.psa.calls()).toHaveLength(2);
  });

  it('is not issued for wrong credentials, and the error does not contain the secret', async () => {
    bench.psa.respondToTokensWith(({ text }) => ({
      status: 400,
      json: { error: 'invalid_client', error_description: `The credentials ${text} are unknown` },
    }));
    const error = await bench
      .session()
      .statuses()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PsaRefusedError);
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining('invalid_client') });
    expect(String(error)).not.toContain('client-secret');
    expect(bench.psa.calls()).toHaveLength(0);
  });

  it('is requested again if the token service fails temporarily', async () => {
    bench.psa.respondWith(() => ({ json: [] }));
    bench.psa.respondToTokensWith(() =>
      tokenCalls().length < 3
        ? { status: 503, text: '<html>busy</html>' }
        : { json: { access_token: 'late' } },
    );
    await bench.session().statuses();
    expect(tokenCalls()).toHaveLength(3);
  });

  it('that never arrives makes the PSA unavailable', async () => {
    bench.psa.respondToTokensWith(() => ({ text: '<html>Log in</html>' }));
    await expect(bench.session().statuses()).rejects.toThrow(PsaUnavailableError);
    expect(tokenCalls()).toHaveLength(3);
  });

  it('costs a slot of the budget', async () => {
    bench.psa.respondWith(() => ({ json: [] }));
    const client = bench.client();
    await client.session({ priority: 'single' }).statuses();
    expect((await client.budgetStatus()).used).toBe(2);
  });
});
