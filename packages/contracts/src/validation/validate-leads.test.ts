import { describe, expect, it } from '@jest/globals';

import { maximumValidatedLeads, validateLeadsBody } from './validate-leads.js';

const message = (body: unknown) => validateLeadsBody.validate(body).error?.message;
const rows = (count: number) => Array<null>(count).fill(null);

describe('the leads to validate', () => {
  it.each<[string, object]>([
    ['one lead', { data: { email: 'ada@example.com' } }],
    ['one empty lead', { data: {} }],
    ['many leads', { leads: [{ email: 'ada@example.com' }] }],
    ['rows that are no leads, each of which has its response', { leads: [null, 7, 'text', [], false] }],
    ['an option', { data: {}, options: { strict: true } }],
  ])('are %s', (_case, sent) => {
    const body = { source: 'csv', ...sent };
    expect(validateLeadsBody.validate(body)).toEqual({ value: body });
  });

  it.each<[string, object, string]>([
    ['neither', {}, 'Send either data (one lead) or leads (many)'],
    ['both', { data: {}, leads: [{}] }, 'Send either data (one lead) or leads (many)'],
    ['an empty list', { leads: [] }, 'leads must contain at least 1 items'],
    ['a list as the one lead', { data: [] }, 'data must be of type object'],
    ['an object as the list', { leads: {} }, 'leads must be an array'],
    ['an unknown option', { data: {}, options: { dry_run: true } }, 'options.dry_run is not allowed'],
    ['no source', { data: {}, source: undefined }, 'source is required'],
  ])('are not %s', (_case, sent, expected) => {
    expect(message({ source: 'csv', ...sent })).toBe(expected);
  });

  it('are at most as many as the documents say', () => {
    expect(message({ source: 'csv', leads: rows(maximumValidatedLeads) })).toBeUndefined();
    expect(message({ source: 'csv', leads: rows(maximumValidatedLeads + 1) })).toBe(
      'leads must contain less than or equal to 1000 items',
    );
  });
});
