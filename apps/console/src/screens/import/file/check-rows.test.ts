import { describe, expect, it } from '@jest/globals';

import { checkRows } from './check-rows.js';
import type { LeadFile } from './lead-file.js';
import { guessMapping } from './mapping.js';

function check(columns: readonly string[], ...rows: readonly (readonly string[])[]) {
  const file: LeadFile = {
    purpose: 'leads',
    kind: 'table',
    columns,
    rows: rows.map((cells, index) => ({ row: index + 2, cells })),
    encoding: 'utf-8',
    isEncodingGuessed: false,
    separator: ',',
  };
  return checkRows(file, guessMapping(columns), 'csv');
}

const faultsOf = (...table: Parameters<typeof check>) => check(...table).faults;

describe('the check of rows before an import', () => {
  it('finds nothing in rows that are whole', () => {
    expect(check(['email', 'company'], ['a@example.com', 'One'], ['b@example.com', 'Two'])).toEqual({
      faults: [],
      warnings: [],
    });
  });

  it('names the column of a value that would be refused', () => {
    expect(faultsOf(['company', 'email'], ['One', 'not an address'])).toEqual([
      { index: 0, row: 2, column: 1, message: expect.stringMatching(/email/i) },
    ]);
  });

  it('says what a row lacks that nobody could be found by', () => {
    expect(faultsOf(['first_name', 'email'], ['a', 'a@example.com'], ['Alex', ''])).toEqual([
      { index: 1, row: 3, column: null, message: expect.stringContaining('Needs an email') },
    ]);
  });

  it('names the row of the file that an equal one has been in, and counts the first', () => {
    const faults = faultsOf(
      ['email'],
      ['a@example.com'],
      ['b@example.com'],
      ['A@EXAMPLE.COM'],
      ['a@example.com'],
    );
    expect(faults.map(({ index, column }) => [index, column])).toEqual([
      [2, 0],
      [3, 0],
    ]);
    expect(faults.every(({ message }) => message === 'Same email as row 2')).toBe(true);
  });

  it('warns of what would be left out of a row that is imported', () => {
    const { faults, warnings } = check(['email', 'phone'], ['a@example.com', 'ask the front desk']);
    expect(faults).toEqual([]);
    expect(warnings).toEqual([{ index: 0, message: expect.stringMatching(/phone/i) }]);
  });
});
