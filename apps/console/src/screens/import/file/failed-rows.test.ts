import { describe, expect, it } from '@jest/globals';
import { REPORT_COLUMNS } from '@leadbridge/domain';
import fc from 'fast-check';

import { failedRowsTable } from './failed-rows.js';
import { readLeadFile, type LeadFile } from './lead-file.js';

const read = (text: string): LeadFile =>
  readLeadFile('failed.csv', new TextEncoder().encode(text), { encoding: null, separator: ',' });
const file: LeadFile = {
  purpose: 'leads',
  kind: 'table',
  columns: ['email', 'notes'],
  rows: [
    { row: 2, cells: ['a@example.com', 'one'] },
    { row: 5, cells: ['b@example', 'two, "three"\nfour'] },
  ],
  encoding: 'utf-8',
  isEncodingGuessed: false,
  separator: ',',
};
const failure = { index: 1, error: 'Invalid email', code: 'VALIDATION_ERROR', suggestion: 'Correct it' };

describe('the table of rows that failed', () => {
  it('holds each as it stood in its file, with what was wrong', () => {
    const table = read(failedRowsTable(file, [failure]));
    const [row, ...faults] = REPORT_COLUMNS;
    expect(table.columns).toEqual([row, 'email', 'notes', ...faults]);
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['5', 'b@example', 'two, "three"\nfour', 'Invalid email', 'VALIDATION_ERROR', 'Correct it'],
    ]);
  });

  it('replaces the columns of an earlier such table', () => {
    const earlier = read(failedRowsTable(file, [failure]));
    const again = read(failedRowsTable(earlier, [{ ...failure, index: 0, error: 'Still invalid' }]));
    expect(again.columns).toEqual(earlier.columns);
    expect(again.rows[0]?.cells).toContain('Still invalid');
    expect(again.rows[0]?.cells).not.toContain('Invalid email');
  });

  it('leaves out a row that the file does not have', () => {
    expect(read(failedRowsTable(file, [{ ...failure, index: 9 }, failure])).rows).toHaveLength(1);
  });

  it('holds no cell that a spreadsheet would run, and gives back every value as it was', () => {
    const cell = fc.tuple(
      fc.constantFrom('', '=', '+', '-', '@', '＝', '\t', "'", "'=", ' =', '"', ','),
      fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text),
    );
    fc.assert(
      fc.property(cell, ([start, rest]) => {
        const value = `${start}${rest}`;
        const text = failedRowsTable({ ...file, rows: [{ row: 2, cells: ['a@example.com', value] }] }, [
          { ...failure, index: 0 },
        ]);
        expect(text).not.toMatch(/\r\n2,a@example\.com,"?\s*[=+@＝\t-]/u);
        expect(read(text).rows[0]?.cells[2]).toBe(value);
      }),
      { numRuns: 100 },
    );
  });
});
