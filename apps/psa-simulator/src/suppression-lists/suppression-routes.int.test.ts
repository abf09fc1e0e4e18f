import { describe, expect, it } from '@jest/globals';

import { send, switchCaller, type HaloResponse } from '../testing/psa-caller.js';
import { startSimulator } from '../testing/start-simulator.js';

const suppressionKeys = { provider_a: 'key of A', provider_b: 'key of B', provider_c: 'key of C' };
const person = { email: 'alex@example.com', reason: 'Do Not Contact', ticket_id: 10_000 };

describe('the suppression lists', () => {
  const psa = startSimulator({ suppressionKeys });
  const switches = switchCaller(psa);

  function push(
    provider: string,
    headers: Readonly<Record<string, string>> = {},
    body: string = JSON.stringify(person),
  ): Promise<HaloResponse> {
    return send(`${psa.url}/suppression-list/${provider}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer key of A', 'Content-Type': 'application/json', ...headers },
      body,
    });
  }

  it('take an entry with the key of the provider, and show it', async () => {
    const response = await push('provider_a', { 'Idempotency-Key': 'sup_1' });
    expect([response.status, response.body]).toEqual([201, { status: 'added' }]);
    const entries = [
      {
        id: 1,
        provider: 'provider_a',
        entry: person,
        idempotencyKey: 'sup_1',
        receivedAt: expect.stringMatching(/Z$/),
        deliveries: 1,
      },
    ];
    expect(psa.suppressionLists.list()).toEqual(entries);
    expect((await switches('GET', '/suppression-lists')).body).toEqual({ entries });
    expect((await switches('GET', '/suppression-lists?provider=provider_b')).body).toEqual({ entries: [] });
    expect((await switches('GET', '/overview')).body).toMatchObject({
      suppression_lists: { recent: entries },
    });
  });

  it.each([
    ['without a key', ''],
    ['with a key that is none', 'Bearer another'],
    ['with the key of another provider', 'Bearer key of B'],
    ['with the key under another scheme', 'Basic key of A'],
  ])('refuse %s', async (_case, authorization) => {
    const response = await push('provider_a', { Authorization: authorization });
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    expect(psa.suppressionLists.list()).toEqual([]);
  });

  it('refuse another provider and what is no entry', async () => {
    expect((await push('provider_d')).status).toBe(404);
    expect((await push('provider_a', {}, '[]')).status).toBe(400);
    expect((await push('provider_a', {}, '{')).status).toBe(400);
    expect((await push('provider_a', { 'Content-Type': 'text/plain' })).status).toBe(400);
    expect(psa.suppressionLists.list()).toEqual([]);
  });

  it('count a repetition, and refuse another entry under its Idempotency-Key', async () => {
    const repeated = { 'Idempotency-Key': 'sup_1' };
    await push('provider_a', repeated);
    const again = await push('provider_a', repeated);
    expect([again.status, again.body]).toEqual([200, { status: 'repeated' }]);
    const other = JSON.stringify({ ...person, email: 'other@example.com' });
    expect((await push('provider_a', repeated, other)).status).toBe(422);
    const elsewhere = { ...repeated, Authorization: 'Bearer key of B' };
    expect((await push('provider_b', elsewhere, other)).status).toBe(201);
    expect(psa.suppressionLists.list('provider_a')).toMatchObject([{ entry: person, deliveries: 2 }]);
  });

  it('fail as often as they are told', async () => {
    const rule = { kind: 'error', path: '/suppression-list/provider_a', status: 503, times: 2 };
    expect((await switches('POST', '/faults', rule)).status).toBe(201);
    const forB = { Authorization: 'Bearer key of B' };
    expect((await push('provider_b', forB)).status).toBe(201);
    const statuses = [await push('provider_a'), await push('provider_a'), await push('provider_a')];
    expect(statuses.map(({ status }) => status)).toEqual([503, 503, 201]);
    expect(psa.suppressionLists.list('provider_a')).toHaveLength(1);
  });

  it('are no part of the PSA: neither its faults, nor its limit, nor its log', async () => {
    psa.faults.set({ kind: 'error' });
    psa.setRateLimit(1, 60);
    expect([(await push('provider_a')).status, (await push('provider_a')).status]).toEqual([201, 201]);
    expect([psa.requests.total, psa.rateUsed, psa.faults.list()[0]?.matched]).toEqual([0, 0, 0]);
  });

  it('tell the page of an entry, and are empty after a reset', async () => {
    const aborter = new AbortController();
    const stream = await fetch(`${psa.url}/simulator/events`, { signal: aborter.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    await push('provider_a');
    expect((await reader?.read())?.value).toMatch(/^event: changed\n/);
    aborter.abort();
    psa.reset();
    expect(psa.suppressionLists.list()).toEqual([]);
  });
});
