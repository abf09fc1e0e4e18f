import { describe, expect, it } from '@jest/globals';

import { askForToken, psaCaller, send, switchCaller } from '../testing/psa-caller.js';
import { startSimulator } from '../testing/start-simulator.js';

describe('the rolling limit', () => {
  const psa = startSimulator({ rateLimit: 5, rateWindowSeconds: 300 });
  const switches = switchCaller(psa);

  it('counts every request, those for tokens and refused ones too, and says so in a 429', async () => {
    const call = await psaCaller(psa);
    await askForToken(psa, { client_secret: 'wrong' });
    await call('GET', '/Status');
    await call('GET', '/Tickets/5');
    expect((await send(`${psa.url}/api/Status`)).status).toBe(401);
    const refused = await call('GET', '/Status');
    expect([refused.status, refused.text, refused.headers.get('Retry-After')]).toEqual([
      429,
      'Rate Limit Reached - 5 Requests per rolling 5 minute window.',
      null,
    ]);
    expect((await askForToken(psa)).status).toBe(429);
    expect([psa.rateUsed, psa.rateViolations]).toEqual([5, 2]);
    expect(psa.requests.count({ status: 429 })).toBe(2);
  });

  it('says when to come back where the dialect does', async () => {
    psa.setDialect({ retryAfter: true });
    psa.setRateLimit(1, 60);
    await askForToken(psa);
    const retryAfter = Number((await askForToken(psa)).headers.get('Retry-After'));
    expect(retryAfter).toBeGreaterThan(55);
    expect(retryAfter).toBeLessThanOrEqual(60);
  });

  it('is not named where the dialect names none', async () => {
    psa.setDialect({ namedLimit: false });
    psa.setRateLimit(1, 60);
    await askForToken(psa);
    const refused = await send(`${psa.url}/api/Status`);
    expect([refused.status, refused.text]).toEqual([429, 'Too many requests.']);
  });

  it('opens again when the window has passed', async () => {
    psa.setRateLimit(1, 3);
    const began = performance.now();
    expect((await askForToken(psa)).status).toBe(200);
    expect((await askForToken(psa)).status).toBe(429);
    while ((await askForToken(psa)).status !== 200) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(performance.now() - began).toBeGreaterThanOrEqual(3_000);
  });

  it('lets through exactly its number of requests that come at once', async () => {
    psa.setRateLimit(40, 300);
    const responses = await Promise.all(Array.from({ length: 100 }, () => askForToken(psa)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(psa.rateViolations).toBe(60);
  });

  it('does not count what only a simulator has', async () => {
    await switches('GET', '/overview');
    await send(psa.url);
    expect([psa.rateUsed, psa.requests.total]).toEqual([0, 0]);
  });

  it('is read and set over HTTP', async () => {
    await askForToken(psa);
    expect((await switches('GET', '/rate-limit')).body).toEqual({
      limit: 5,
      window_seconds: 300,
      used: 1,
      violations: 0,
    });
    expect((await switches('PUT', '/rate-limit', { limit: 0, window_seconds: 10 })).status).toBe(200);
    const responses = await Promise.all(Array.from({ length: 20 }, () => askForToken(psa)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect((await switches('PUT', '/rate-limit', { limit: -1, window_seconds: 10 })).status).toBe(400);
  });
});

describe('the log of requests', () => {
  const psa = startSimulator();

  it('holds method, path, query, time, status and the number of entities', async () => {
    const call = await psaCaller(psa);
    const before = performance.timeOrigin + performance.now();
    await call('POST', '/Client?bulkresponse=true', [{ name: 'One' }, { name: 'Two' }, {}]);
    await call('POST', '/Client', {});
    await call('GET', '/Client/101');
    expect(psa.requests.list({ path: '/api/Client' })).toEqual([
      {
        method: 'POST',
        path: '/api/Client',
        query: 'bulkresponse=true',
        time: expect.any(Number),
        milliseconds: expect.any(Number),
        count: 3,
        status: 201,
        faults: [],
      },
      expect.objectContaining({ count: 1, status: 400 }),
    ]);
    expect(psa.requests.list()[1]?.time).toBeGreaterThanOrEqual(before);
    expect(psa.requests.summary()).toEqual({
      'POST /auth/token': 1,
      'POST /api/Client': 2,
      'GET /api/Client/{id}': 1,
    });
    expect([
      psa.requests.count({ method: 'get' }),
      psa.requests.count({ path: '/api/*' }),
      psa.requests.total,
    ]).toEqual([1, 3, 4]);
  });

  it('is read and cleared over HTTP', async () => {
    const switches = switchCaller(psa);
    await psaCaller(psa);
    expect((await switches('GET', '/requests?path=/auth/*&status=200')).body).toMatchObject({
      total: 1,
      matched: 1,
      summary: { 'POST /auth/token': 1 },
      requests: [{ path: '/auth/token' }],
    });
    await switches('DELETE', '/requests');
    expect(psa.requests.total).toBe(0);
  });
});
