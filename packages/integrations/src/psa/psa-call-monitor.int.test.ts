import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { type ClientBench, openClientBench } from './testing/psa-clients.js';
import type { ScriptedReply } from './testing/scripted-psa.js';

let bench: ClientBench;

beforeAll(async () => {
  bench = await openClientBench();
});
afterEach(() => bench.reset());
afterAll(async () => bench.close());

const page = '<html><head><title>Maintenance</title></head></html>';
const responding = () => bench.psa.respondWith(() => ({ json: [] }));

describe('the state of the PSA according to the calls to it', () => {
  it.each<[string, ScriptedReply, string]>([
    ['no response in time', 'silence', 'unreachable'],
    ['a dropped connection', 'drop', 'unreachable'],
    ['a 503', { status: 503 }, 'server_error'],
    ['a page with status 200', { text: page }, 'unreadable_answer'],
    ['half of a response', { text: '[{"id": 1, "na' }, 'unreadable_answer'],
    ['a redirect', { status: 302, headers: { location: '/login' } }, 'unreadable_answer'],
    ['refused tokens', { status: 401 }, 'credentials_refused'],
  ])('is failing after %s, until the PSA responds again', async (_name, reply, reason) => {
    const client = bench.client({ timeoutSeconds: 0.3 });
    responding();
    const { statuses } = client.session({ priority: 'single' });
    await statuses();
    expect(client.calls()).toEqual({ answerAgeMs: expect.any(Number), failures: null });

    bench.psa.respondWith(() => reply);
    await client.probe();
    await client.probe();
    const { failures } = client.calls();
    expect(failures?.reason).toBe(reason);
    expect(failures?.firstAgeMs).toBeGreaterThan(failures?.lastAgeMs ?? 0);

    responding();
    await client.probe();
    expect(client.calls().failures).toBeNull();
  });

  it.each<[string, ScriptedReply, string]>([
    ['refuses the credentials', { status: 400, json: { error: 'invalid_client' } }, 'credentials_refused'],
    ['fails', { status: 500 }, 'server_error'],
    ['responds with a page', { text: page }, 'unreadable_answer'],
  ])('is failing if its token service %s', async (_name, reply, reason) => {
    const client = bench.client();
    responding();
    bench.psa.respondToTokensWith(() => reply);
    await client.probe();
    expect(client.calls()).toMatchObject({ answerAgeMs: null, failures: { reason } });
    expect(bench.psa.seen).toHaveLength(1);
  });

  it('is not failing if it rejects a request', async () => {
    const client = bench.client();
    bench.psa.respondWith(() => ({ status: 403, json: { error: 'No access' } }));
    await client.probe();
    expect(client.calls()).toEqual({ answerAgeMs: expect.any(Number), failures: null });
  });

  it('costs one call per probe, and none if the budget has no slot for it', async () => {
    const client = bench.client({ rateLimit: 3, rateWindowSeconds: 60 });
    responding();
    await client.probe();
    await client.probe();
    expect(bench.psa.calls()).toHaveLength(2);
    const start = performance.now();
    await client.probe();
    expect(bench.psa.seen).toHaveLength(3);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
