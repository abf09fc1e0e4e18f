import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startTestApi, type TestApi } from '../../testing/test-api.js';

describe('POST /validate/leads', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });

  afterAll(async () => {
    await api.close();
  });

  const check = (body: unknown) => api.call('POST', '/validate/leads', { body, key: api.keys.viewer });

  it('finds a complete lead valid, and stores nothing', async () => {
    const answer = await check({
      source: 'manual',
      data: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', company: 'Example' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ valid: true, warnings: expect.any(Array), suggestions: expect.any(Array) });
    expect(await api.mongo.collection('jobs').countDocuments()).toBe(0);
  });

  it('says what is missing and malformed', async () => {
    const answer = await check({ source: 'manual', data: { first_name: 'Ada', email: 'not an email' } });
    expect(answer).toMatchObject({ status: 200, body: { valid: false } });
    expect((answer.body['warnings'] as string[]).length).toBeGreaterThan(0);
  });

  it.each([
    ['no source', { data: {} }, 'source'],
    ['an unknown source', { source: 'nobody', data: {} }, 'source'],
    ['no data', { source: 'manual' }, 'data'],
    ['an unknown key', { source: 'manual', data: {}, strict: true }, 'strict'],
  ])('refuses %s', async (_name, body, field) => {
    const answer = await check(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ details: { field } });
  });

  it.each([{}, { email: 5 }, { email: 'x'.repeat(100_000) }, { person: [] }, { first_name: { a: 1 } }])(
    'answers for strange data, from every source',
    async (data) => {
      for (const source of ['provider_a', 'provider_b', 'provider_c', 'manual', 'csv']) {
        expect(await check({ source, data })).toMatchObject({ status: 200, body: { valid: false } });
      }
    },
  );
});
