import { beforeEach, describe, expect, it } from '@jest/globals';

import { psaCaller, switchCaller, type Call } from '../testing/psa-caller.js';
import { startSimulator } from '../testing/start-simulator.js';

describe('fault switches', () => {
  const psa = startSimulator();
  const switches = switchCaller(psa);
  let call: Call;
  beforeEach(async () => {
    call = await psaCaller(psa);
  });

  const create = (): ReturnType<Call> => call('POST', '/Client', { name: 'Example' });
  const names = (): string[] => psa.clients().map(({ name }) => name);

  it('are none of a failing PSA: it applies what it does not respond to, and goes on failing when they are cleared', async () => {
    psa.setKind('failing');
    psa.faults.clear();
    const responses = await Promise.allSettled(Array.from({ length: 200 }, create));
    const lost = responses.filter(
      (response) => response.status === 'rejected' || response.value.status >= 500,
    );
    expect(lost.length).toBeGreaterThan(2);
    expect(lost.length).toBeLessThan(25);
    expect(names()).toHaveLength(200);
    expect((await switches('PUT', '/kind', { kind: 'usual' })).body).toEqual({ kind: 'usual' });
    expect((await switches('PUT', '/kind', { kind: 'friendly' })).status).toBe(400);
    const created = await Promise.all(Array.from({ length: 100 }, create));
    expect(created.every(({ status }) => status === 201)).toBe(true);
  });

  it('delay a request before or after it is applied', async () => {
    psa.faults.set({ kind: 'latency', milliseconds: 150, times: 1 });
    const started = performance.now();
    const delayed = create();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(names()).toEqual([]);
    expect((await delayed).status).toBe(201);
    expect(performance.now() - started).toBeGreaterThanOrEqual(145);

    psa.faults.set({ kind: 'latency', milliseconds: 150, when: 'after', times: 1 });
    let hasResponse = false;
    const created = create().finally(() => (hasResponse = true));
    while (names().length < 2) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(hasResponse).toBe(false);
    expect((await created).status).toBe(201);
  });

  it('respond with 429 in the words of the PSA, with and without Retry-After', async () => {
    psa.setRateLimit(500, 300);
    psa.faults.set({ kind: 'rate_limit', times: 1 });
    psa.faults.set({ kind: 'rate_limit', retry_after_seconds: 7, nth: 2 });
    const [bare, told] = [await create(), await create()];
    expect([bare.status, bare.text, bare.headers.get('Retry-After')]).toEqual([
      429,
      'Rate Limit Reached - 500 Requests per rolling 5 minute window.',
      null,
    ]);
    expect([told.status, told.headers.get('Retry-After')]).toEqual([429, '7']);
    expect([names(), psa.rateViolations]).toEqual([[], 0]);
  });

  it('respond with an error before or after the request is applied', async () => {
    psa.faults.set({ kind: 'error', times: 1 });
    const before = await create();
    expect([before.status, before.body, names()]).toEqual([500, { Message: 'An error has occurred.' }, []]);
    psa.faults.set({ kind: 'error', status: 503, when: 'after', times: 1 });
    expect([(await create()).status, names()]).toEqual([503, ['Example']]);
  });

  it('respond with the HTML of a gateway before or after the request is applied', async () => {
    psa.faults.set({ kind: 'html_502', times: 1 });
    const before = await create();
    expect([before.status, before.headers.get('Content-Type')]).toEqual([502, 'text/html; charset=utf-8']);
    expect([before.text, names()]).toEqual([expect.stringContaining('502 Bad Gateway'), []]);
    psa.faults.set({ kind: 'html_502', when: 'after', times: 1 });
    expect([(await create()).status, names()]).toEqual([502, ['Example']]);
  });

  it('drop the connection before, after and in the middle of the response', async () => {
    psa.faults.set({ kind: 'drop', path: '/api/Client', times: 1 });
    await expect(create()).rejects.toThrow();
    expect(names()).toEqual([]);
    psa.faults.set({ kind: 'drop', when: 'after', path: '/api/Client', times: 1 });
    await expect(create()).rejects.toThrow();
    expect(names()).toHaveLength(1);
    psa.faults.set({ kind: 'drop', when: 'during', path: '/api/Client', times: 1 });
    await expect(create()).rejects.toThrow();
    expect(names()).toHaveLength(2);
    expect((await create()).status).toBe(201);
  });

  it('hold a request before it is applied until it is released', async () => {
    psa.faults.set({ kind: 'hang', times: 1 });
    const held = create();
    await psa.faults.waitForHeld();
    expect([psa.faults.held, names()]).toEqual([1, []]);
    psa.faults.release();
    expect([(await held).status, names()]).toEqual([201, ['Example']]);
    expect(psa.faults.held).toBe(0);
  });

  it('hold a response after the request was applied, also for a client that goes away', async () => {
    psa.faults.set({ kind: 'hang', when: 'after' });
    const held = create();
    await psa.faults.waitForHeld();
    expect(names()).toHaveLength(1);
    psa.faults.clear();
    expect((await held).status).toBe(201);

    psa.faults.set({ kind: 'hang', times: 1 });
    const aborter = new AbortController();
    const left = fetch(`${psa.url}/api/Client`, { signal: aborter.signal });
    await psa.faults.waitForHeld();
    aborter.abort();
    await expect(left).rejects.toThrow();
    while (psa.faults.held > 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await expect(psa.faults.waitForHeld(1, 20)).rejects.toThrow('0 of 1');
  });

  it('expire the tokens, so that the call and those after it need a new one', async () => {
    psa.faults.set({ kind: 'token_expiry', path: '/api/Client', times: 1 });
    expect((await create()).status).toBe(401);
    expect((await create()).status).toBe(401);
    call = await psaCaller(psa);
    expect((await create()).status).toBe(201);
  });

  it('ignore fields without a word', async () => {
    const id = psa.seedTicket();
    psa.faults.set({ kind: 'ignore_fields', fields: ['tickettype_id'] });
    expect((await call('PUT', `/Tickets/${id}`, { tickettype_id: 2, status_id: 10 })).status).toBe(200);
    expect(psa.ticket(id)).toMatchObject({ tickettype_id: 1, status_id: 10 });
    await call('POST', '/Client', [{ name: 'One', tickettype_id: 1 }]);
    expect(names()).toContain('One');
  });

  it('strike the token service too', async () => {
    psa.faults.set({ kind: 'error', path: '/auth/*' });
    await expect(psaCaller(psa)).resolves.toBeDefined();
    expect(psa.requests.list({ path: '/auth/token', status: 500 })).toHaveLength(1);
  });

  it('note in the log which fault struck', async () => {
    psa.faults.set({ kind: 'html_502', when: 'after', path: '/api/Client' });
    await create();
    expect(psa.requests.list({ path: '/api/Client' })).toMatchObject([{ status: 201, faults: ['html_502'] }]);
  });

  it('are set, listed and cleared over HTTP', async () => {
    const set = await switches('POST', '/faults', { kind: 'error', method: 'POST', path: '/api/Client' });
    expect([set.status, set.body]).toEqual([
      201,
      { id: expect.any(Number), rule: expect.objectContaining({ kind: 'error' }), matched: 0, fired: 0 },
    ]);
    expect((await create()).status).toBe(500);
    expect((await switches('GET', '/faults')).body).toMatchObject({
      faults: [{ matched: 1, fired: 1 }],
      held: 0,
    });
    const { id } = set.body as { id: number };
    expect((await switches('DELETE', `/faults/${id}`)).status).toBe(204);
    expect((await switches('DELETE', `/faults/${id}`)).status).toBe(404);
    expect((await create()).status).toBe(201);

    await switches('POST', '/faults', { kind: 'hang' });
    const held = create();
    await psa.faults.waitForHeld();
    expect((await switches('POST', '/held/release', {})).body).toEqual({ released: 1 });
    expect((await held).status).toBe(201);
    expect((await switches('DELETE', '/faults')).status).toBe(204);
    expect(psa.faults.list()).toEqual([]);
  });

  it('refuse rules that are none', async () => {
    const refused = await switches('POST', '/faults', { kind: 'error', times: 'often' });
    expect([refused.status, refused.body]).toEqual([400, { error: 'times must be a whole number above 0' }]);
    expect((await switches('POST', '/faults', [])).status).toBe(400);
    expect(psa.faults.list()).toEqual([]);
  });
});
