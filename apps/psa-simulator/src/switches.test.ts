import { describe, expect, it } from '@jest/globals';

import {
  defaultDialect,
  defaultQuirks,
  parseQuirks,
  readDialectChanges,
  readQuirkChanges,
} from './switches.js';

describe('readDialectChanges', () => {
  it('takes what a dialect holds', () => {
    expect(readDialectChanges({ ...defaultDialect })).toEqual(defaultDialect);
  });

  it.each([
    [{ toString: 1 }, 'toString'],
    [{ colour: 'red' }, 'colour'],
    [{ lists: 'naked' }, 'lists'],
    [{ recordCount: 'no' }, 'recordCount'],
    [{ pageCap: 0 }, 'pageCap'],
    [{ searchLagMilliseconds: -1 }, 'searchLagMilliseconds'],
    [{ ignoredFilters: 'search' }, 'ignoredFilters'],
  ])('says what is wrong with %j', (changes, named) => {
    expect(readDialectChanges(changes)).toContain(named);
  });
});

describe('readQuirkChanges', () => {
  it('takes every quirk in its usual form', () => {
    expect(readQuirkChanges({ ...defaultQuirks })).toEqual(defaultQuirks);
  });

  it.each([
    [{ toString: 1 }, 'toString'],
    [{ returnAll: 'some' }, 'returnAll'],
    [{ rowNames: 'no' }, 'rowNames'],
    [{ pageCap: 0 }, 'pageCap'],
    [{ absent: 'Lead' }, 'absent'],
    [{ singleLineFields: ['102'] }, 'singleLineFields'],
    [{ tenant: 1 }, 'tenant'],
  ])('says what is wrong with %j', (changes, named) => {
    expect(readQuirkChanges(changes)).toContain(named);
  });
});

describe('parseQuirks', () => {
  it('reads what a command line can write', () => {
    expect(
      parseQuirks(
        'rowNames=true, pageCap=20,absent=New Lead+Lead Source: CSV,singleLineFields=102+106,tenant=',
      ),
    ).toEqual({
      rowNames: true,
      pageCap: 20,
      absent: ['New Lead', 'Lead Source: CSV'],
      singleLineFields: [102, 106],
      tenant: '',
    });
  });

  it('refuses what is no quirk, and a number that is none', () => {
    expect(() => parseQuirks('colour=red')).toThrow('colour');
    expect(() => parseQuirks('pageCap=many')).toThrow('pageCap');
  });
});
