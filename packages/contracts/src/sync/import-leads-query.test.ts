import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { importLeadsQuery, withQuery } from './import-leads-query.js';

describe('the query of a bulk import', () => {
  it('sets nothing that it does not say', () => {
    expect(importLeadsQuery.validate({})).toEqual({ value: {} });
  });

  it('reads numbers and booleans from text', () => {
    const sent = {
      source: 'csv',
      batch_size: '500',
      rate_limit: '1',
      dry_run: 'true',
      deduplication: 'FALSE',
    };
    expect(importLeadsQuery.validate(sent)).toEqual({
      value: { source: 'csv', batch_size: 500, rate_limit: 1, dry_run: true, deduplication: false },
    });
  });

  it.each([',', ';', '\t', '|', ' ', '·', '😀'])('accepts the separator %j', (separator) => {
    expect(importLeadsQuery.validate({ separator })).toEqual({ value: { separator } });
  });

  it.each([
    ['a separator of two characters', { separator: ';;' }, 'separator has the wrong form'],
    ['a quote as the separator', { separator: '"' }, 'separator has the wrong form'],
    ['a line break as the separator', { separator: '\n' }, 'separator has the wrong form'],
    ['an empty separator', { separator: '' }, 'separator is not allowed to be empty'],
    ['a batch of 0', { batch_size: '0' }, 'batch_size must be greater than or equal to 1'],
    ['a batch of 501', { batch_size: '501' }, 'batch_size must be less than or equal to 500'],
    ['a batch in scientific form', { batch_size: '1e2' }, 'batch_size must be an integer'],
    ['a rate with a fraction of zero', { rate_limit: '60.0' }, 'rate_limit must be an integer'],
    ['a rate of 1,000,001', { rate_limit: '1000001' }, 'rate_limit must be less than or equal to 1000000'],
    ['an option that is neither true nor false', { strict: 'yes' }, 'strict must be a boolean'],
    ['a repeated key', { source: ['a', 'b'] }, 'source must be a string'],
    ['the leads themselves', { leads: '[]' }, 'leads is not allowed'],
  ])('refuses %s', (_case, query, message) => {
    expect(importLeadsQuery.validate(query).error?.message).toBe(message);
  });
});

describe('a body with the settings of the query', () => {
  const leads = [{ email: 'ada@example.com' }];

  it('has the source and both groups of options', () => {
    const query = { source: 'csv', strict: true, update_existing: false, batch_size: 10, dry_run: true };
    expect(withQuery(query, { leads })).toEqual({
      source: 'csv',
      leads,
      options: { strict: true, update_existing: false },
      batch_options: { batch_size: 10, dry_run: true },
    });
  });

  it('has what it says itself, setting by setting', () => {
    const body = { source: 'manual', options: { strict: false }, batch_options: { verify: true }, leads };
    const query = { source: 'csv', strict: true, custom_fields: false, verify: false, batch_size: 10 };
    expect(withQuery(query, body)).toEqual({
      source: 'manual',
      options: { strict: false, custom_fields: false },
      batch_options: { verify: true, batch_size: 10 },
      leads,
    });
  });

  it('keeps a wrong value of its own, so that it is refused and not replaced', () => {
    const query = { source: 'csv', strict: true, batch_size: 10 };
    for (const wrong of [null, [], 'text', 7, false]) {
      const body = { source: null, options: wrong, batch_options: wrong };
      expect(withQuery(query, body)).toEqual(body);
    }
  });

  it('has no separator, which is about the table alone', () => {
    expect(withQuery({ separator: ';' }, { leads })).toEqual({ leads });
  });

  it.each([undefined, null, [], 'text', 7])('is left as it is where it is %j', (body) => {
    expect(withQuery({ source: 'csv', strict: true }, body)).toBe(body);
  });

  it('is unchanged by an empty query', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        expect(withQuery({}, body)).toEqual(body);
      }),
    );
  });

  it('does not change the object that was sent', () => {
    const body = Object.freeze({ options: Object.freeze({ strict: false }) });
    expect(withQuery({ source: 'csv', custom_fields: true, dry_run: true }, body)).not.toBe(body);
    expect(body).toEqual({ options: { strict: false } });
  });
});
