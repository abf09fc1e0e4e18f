import { describe, expect, it } from '@jest/globals';

import { importLeadBody } from './import-lead.js';
import { importLeadsBody, maximumBulkLeads } from './import-leads.js';

const single = { source: 'csv', data: { email: 'alex@example.com' } };
const bulk = { source: 'csv', leads: [single.data] };

describe('the body of a single import', () => {
  it.each<[string, object]>([
    ['a lead with keys of any name', { data: { 'E-Mail': 'alex@example.com', nested: { deep: [1] } } }],
    ['an empty lead, which the rules of the import refuse', { data: {} }],
    ['all options', { options: { deduplication: false, strict: true, dry_run: true } }],
  ])('is accepted with %s', (_case, change) => {
    expect(importLeadBody.validate({ ...single, ...change })).toEqual({ value: { ...single, ...change } });
  });

  it.each<[string, object]>([
    ['no source', { source: undefined }],
    ['a source of 101 characters', { source: 'x'.repeat(101) }],
    ['a list in the place of a lead', { data: [] }],
    ['null in the place of a lead', { data: null }],
    ['a lead as text', { data: '{"email":"alex@example.com"}' }],
    ['an option as text, which is not converted', { options: { dry_run: 'true' } }],
    ['an option that is not known', { options: { deduplicate: true } }],
    ['the options of a bulk import', { batch_options: {} }],
  ])('is rejected with %s', (_case, change) => {
    expect(importLeadBody.validate({ ...single, ...change }).error).toBeDefined();
  });
});

describe('the body of a bulk import', () => {
  it('accepts what is not a lead as a row that will fail, in its place', () => {
    const leads = [null, 'text', 7, [], false, {}];
    expect(importLeadsBody.validate({ ...bulk, leads })).toEqual({ value: { ...bulk, leads } });
  });

  it('accepts 1 to 10,000 rows', () => {
    const rows = (count: number) =>
      importLeadsBody.validate({ ...bulk, leads: Array(count).fill(null) }).error;
    expect(maximumBulkLeads).toBe(10_000);
    expect(rows(10_000)).toBeUndefined();
    expect(rows(10_001)).toBeDefined();
    expect(rows(0)).toBeDefined();
  });

  it.each<[object, boolean]>([
    [{ batch_size: 1 }, true],
    [{ batch_size: 500 }, true],
    [{ batch_size: 0 }, false],
    [{ batch_size: 501 }, false],
    [{ batch_size: 1.5 }, false],
    [{ batch_size: '100' }, false],
    [{ rate_limit: null }, true],
    [{ rate_limit: 1_000_000 }, true],
    [{ rate_limit: 0 }, false],
    [{ rate_limit: 1_000_001 }, false],
    [{ continue_on_error: false, dry_run: true, verify: true }, true],
    [{ verify: 1 }, false],
    [{ stop_on_error: true }, false],
  ])('with batch_options %j: accepted is %j', (options, isTaken) => {
    expect(importLeadsBody.validate({ ...bulk, batch_options: options }).error === undefined).toBe(isTaken);
  });

  it('requests a dry run in its batch_options', () => {
    expect(importLeadsBody.validate({ ...bulk, options: { dry_run: true } }).error).toBeDefined();
  });
});
