import { describe, expect, it } from '@jest/globals';

import { column } from './column.js';
import { sortedRows } from './sorting.js';

describe('a column of one value', () => {
  const { show, sortBy } = column(
    'Value',
    ({ value }: { value?: number | null }) => value,
    (value) => `${value} %`,
  );

  it.each([
    [{ value: 7 }, '7 %', 7],
    [{ value: 0 }, '0 %', 0],
    [{ value: null }, '–', null],
    [{}, '–', null],
  ])('of %j shows %s', (row, shown, sorted) => {
    expect(show(row)).toBe(shown);
    expect(sortBy?.(row)).toBe(sorted);
  });

  it('shows a text as it is, and sorts rows by it', () => {
    const companies = column('Company', ({ company }: { company: string | null }) => company);
    const rows = [{ company: 'Beta' }, { company: null }, { company: 'Acme' }];
    expect(sortedRows(rows, [companies], 'Company').map(companies.show)).toEqual(['Acme', 'Beta', '–']);
  });
});
