import { describe, expect, it } from '@jest/globals';

import { nextSort, sortChoices, sortedRows, sortOf } from './sorting.js';

interface Row {
  readonly name: string | null;
  readonly count: number | null;
}

const columns = [
  { name: 'Name', show: ({ name }: Row) => name, sortBy: ({ name }: Row) => name },
  { name: 'Count', show: ({ count }: Row) => count, sortBy: ({ count }: Row) => count },
  { name: 'Details', show: () => null },
];
const rows: readonly Row[] = [
  { name: 'bo 10', count: 9 },
  { name: null, count: 10 },
  { name: 'Ada', count: null },
  { name: 'bo 9', count: 9 },
];
const sortedNames = (sort: string) => sortedRows(rows, columns, sort).map(({ name }) => name);

describe('a sorted list', () => {
  it.each([
    ['Name', ['Ada', 'bo 9', 'bo 10', null]],
    ['-Name', ['bo 10', 'bo 9', 'Ada', null]],
    ['Count', ['bo 10', 'bo 9', null, 'Ada']],
    ['-Count', [null, 'bo 10', 'bo 9', 'Ada']],
  ])('by %s: what is missing comes last, and equal ones stay as they came', (sort, expected) => {
    expect(sortedNames(sort)).toEqual(expected);
  });

  it.each(['', 'Details', 'Unheard of'])('stays as it came, sorted by “%s”', (sort) => {
    expect(sortedRows(rows, columns, sort)).toBe(rows);
  });

  it('goes up, down, and back with each click, and from another column up', () => {
    const clicks = ['Name', 'Name', 'Name', 'Name', 'Count'];
    let sort = '';
    const seen = clicks.map((column) => (sort = nextSort(sort, column)));
    expect(seen).toEqual(['Name', '-Name', '', 'Name', 'Count']);
    expect([sortOf('-Name', 'Name'), sortOf('Name', 'Name'), sortOf('-Name', 'Count')]).toEqual([
      'descending',
      'ascending',
      'none',
    ]);
  });

  it('can be chosen by each column that the heads sort by, in both directions', () => {
    const choices = sortChoices(columns).map(({ value }) => value);
    expect(choices).toEqual(['Name', '-Name', 'Count', '-Count']);
    expect(choices.map((sort) => sortedNames(sort)[0])).toEqual(['Ada', 'bo 10', 'bo 10', null]);
  });
});
