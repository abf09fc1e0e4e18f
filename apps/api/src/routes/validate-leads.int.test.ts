import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../testing/test-api.js';

describe('POST /validate/leads', () => {
  const api = useTestApi();

  const check = (body: unknown) => api.call('POST', '/validate/leads', { body, key: api.keys.viewer });

  it('finds valid what an import takes, says what would make it better, and stores nothing', async () => {
    const response = await check({ source: 'manual', data: { email: 'ada@example.com', phone: 'call me' } });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      valid: true,
      warnings: ['The phone number could not be read; the lead is imported without it'],
      suggestions: expect.arrayContaining(["Add the company's name"]),
    });
    expect(await api.mongo.collection('jobs').countDocuments()).toBe(0);
  });

  it('says why the import would reject a lead, with its code and every fault', async () => {
    const { body } = await check({ source: 'manual', data: { first_name: 5, email: 'not an email' } });
    expect(body).toMatchObject({ valid: false, code: 'VALIDATION_ERROR' });
    const errors = body['errors'] as { field: string; message: string }[];
    expect(errors.map(({ message }) => message)).toEqual(body['warnings']);
    expect((await check({ source: 'manual', data: { company: 'Acme' } })).body).toMatchObject({
      valid: false,
      code: 'INSUFFICIENT_DATA',
      warnings: ['Insufficient data for deduplication'],
    });
  });

  it('judges many as the rows of one import, in their order', async () => {
    const leads = [{ email: 'ada@example.com' }, 'no object', { Email: 'ADA@example.com', titel: 'CTO' }];
    expect((await check({ source: 'csv', leads })).body).toEqual({
      results: [
        expect.objectContaining({ valid: true, warnings: [] }),
        expect.objectContaining({ valid: false, code: 'VALIDATION_ERROR' }),
        expect.objectContaining({
          valid: false,
          code: 'DUPLICATE_IN_REQUEST',
          warnings: ['Duplicate email address'],
        }),
      ],
    });
    const options = { strict: true };
    expect(
      (await check({ source: 'csv', leads: [{ email: 'a@example.com', titel: 'CTO' }], options })).body,
    ).toEqual({
      results: [expect.objectContaining({ valid: false, warnings: ['"data.titel" is not a known field'] })],
    });
  });

  it('refuses more leads than it takes before it looks at one', async () => {
    const response = await check({ source: 'nobody', leads: Array.from({ length: 1001 }, () => 1) });
    expect(response.status).toBe(413);
    expect(response.body.error).toMatchObject({ details: { field: 'leads', value: 1001 } });
  });

  it.each([
    ['no source', { data: {} }, 'source'],
    ['an unknown source', { source: 'nobody', data: {} }, 'source'],
    ['no data', { source: 'manual' }, 'body'],
    ['one lead beside many', { source: 'manual', data: {}, leads: [{}] }, 'body'],
    ['no leads', { source: 'manual', leads: [] }, 'leads'],
    ['an unknown key', { source: 'manual', data: {}, strict: true }, 'strict'],
  ])('refuses %s', async (_name, body, field) => {
    const response = await check(body);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ details: { field } });
  });

  it.each([{}, { email: 5 }, { email: 'x'.repeat(100_000) }, { person: [] }, { first_name: { a: 1 } }])(
    'gives verdicts on strange data, from every source',
    async (data) => {
      for (const source of ['provider_a', 'provider_b', 'provider_c', 'manual', 'csv']) {
        expect(await check({ source, data })).toMatchObject({ status: 200, body: { valid: false } });
      }
    },
  );
});
