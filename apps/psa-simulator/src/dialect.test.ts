import { describe, expect, it } from '@jest/globals';

import { defaultDialect, readDialectChanges } from './dialect.js';

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
