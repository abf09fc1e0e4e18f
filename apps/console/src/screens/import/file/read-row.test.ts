import { describe, expect, it } from '@jest/globals';

import type { LeadFile } from './lead-file.js';
import { guessMapping } from './mapping.js';
import { readRow } from './read-row.js';

const columns = ['email', 'phone', 'company', 'notes'];
const file: LeadFile = {
  ...{
    purpose: 'leads',
    kind: 'table',
    columns,
    rows: [],
    encoding: 'utf-8',
    isEncodingGuessed: false,
    separator: ',',
  },
};

describe('what a row becomes', () => {
  it.each([
    [
      ['A@Example.COM', '(415) 555-0161', 'ACME LTD', 'x'],
      ['a@example.com', '+14155550161', expect.stringMatching(/^Acme/u), null],
    ],
    [
      [' a@example.com ', '', 'Acme', ''],
      [null, null, null, null],
    ],
    [
      ['no address', '(415) 555-0161', 'Acme', ''],
      [null, null, null, null],
    ],
  ])('%j is %j', (cells, becomes) => {
    const reading = { mapping: guessMapping(columns), source: 'csv' };
    expect(readRow(file, { row: 2, cells }, reading)).toEqual({ row: 2, cells, becomes });
  });

  it.each([
    [
      ['', '(415) 555-0161', '(415) 555-0199'],
      [null, '+14155550161', null],
    ],
    [
      ['', '', '(415) 555-0199'],
      [null, null, '+14155550199'],
    ],
  ])('%j is %j where two columns become the phone number', (cells, becomes) => {
    const mapping = ['Title', 'Mobile No.', 'Tel. (Office)'].map((column, at) => ({
      column,
      field: at === 0 ? 'title' : 'phone',
      isGuess: false,
    }));
    expect(readRow(file, { row: 2, cells }, { mapping, source: 'csv' }).becomes).toEqual(becomes);
  });
});
