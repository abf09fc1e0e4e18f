import { describe, expect, it } from '@jest/globals';

import { asksForPage, csvResponse, wantsCsv } from './csv-response.js';

describe('wantsCsv', () => {
  it.each([
    ['csv', 'application/json', true],
    ['json', 'text/csv', false],
  ] as const)('follows format=%s, whatever Accept says', (format, accept, expected) => {
    expect(wantsCsv({ format }, { accept })).toBe(expected);
  });

  it.each([
    ['text/csv', true],
    ['Text/CSV; charset=utf-8', true],
    ['text/csv, */*;q=0.1', true],
    ['text/csv;q=0.9, application/json;q=0.8', true],
    ['text/csv; header=present ; q=0.5', true],
    ['text/csv, application/json', false],
    ['text/csv;q=0.5, application/json', false],
    ['text/csv;q=0', false],
    ['text/csv;q=none', false],
    ['text/csv-schema', false],
    ['*/*', false],
    ['', false],
  ])('responds to a header Accept: %s with CSV: %s', (accept, expected) => {
    expect(wantsCsv({}, { accept })).toBe(expected);
  });

  it('responds with JSON where nothing is said', () => {
    expect(wantsCsv({}, {})).toBe(false);
  });
});

describe('asksForPage', () => {
  it.each([
    ['nothing', { page: 1 }, false],
    ['a limit', { page: 1, limit: 10 }, true],
    ['a later page', { page: 2 }, true],
    ['a cursor', { page: 1, cursor: { page: 2, after: [7] } }, true],
  ])('tells whether one page is meant by %s', (_what, query, expected) => {
    expect(asksForPage(query)).toBe(expected);
  });
});

describe('csvResponse', () => {
  it('is a file to be saved, sent as it is read', () => {
    async function* chunks(): AsyncIterable<string> {
      yield await Promise.resolve('id\r\n');
    }
    const read = chunks();
    expect(csvResponse('opt-outs', read)).toEqual({
      status: 200,
      headers: { 'Content-Disposition': 'attachment; filename="opt-outs.csv"' },
      stream: { mediaType: 'text/csv; charset=utf-8', chunks: read },
    });
  });
});
