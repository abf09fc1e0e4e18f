import { Buffer } from 'node:buffer';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { pageKeys, paginationOf, type Cursor, type ListName, type PageQuery } from './paging.js';
import { textSchema } from './request-schema.js';

function read(list: ListName, query: Readonly<Record<string, unknown>>): PageQuery | string {
  const schema = textSchema<PageQuery>(pageKeys(list, { limit: 20, maximum: 100 }));
  const { error, value } = schema.validate(query);
  return error === undefined ? value : error.message;
}

function cursorOf(...values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

describe('pages of a list', () => {
  it('are the first one, with the default size, if nothing is requested', () => {
    expect(read('leads', {})).toEqual({ page: 1, limit: 20 });
  });

  it.each([
    { page: '0' },
    { page: '1000001' },
    { page: '1.5' },
    { limit: '0' },
    { limit: '101' },
    { limit: 'x' },
  ])('are rejected as %j', (query) => {
    expect(typeof read('leads', query)).toBe('string');
  });

  it('continue after the last item with the cursor of the previous page', () => {
    const position = fc.tuple(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
      fc.string({ maxLength: 40 }),
    );
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 9_999 }), (next, page) => {
        const { next_cursor: cursor } = paginationOf('jobs', { page, limit: 20 }, { total: 50, next });
        expect((read('jobs', { cursor }) as { cursor: Cursor }).cursor).toEqual({
          page: page + 1,
          after: next,
        });
      }),
      { numRuns: 50 },
    );
  });

  it('continue their count with a cursor, and have none after the last page', () => {
    const query = { page: 1, limit: 10, cursor: { page: 4, after: [7] } };
    expect(paginationOf('leads', query, { total: 35, next: null })).toEqual({
      total: 35,
      page: 4,
      limit: 10,
      next_cursor: null,
    });
  });

  it('cannot be requested by number and cursor at once', () => {
    expect(read('leads', { cursor: cursorOf('leads', 2, 7), page: '2' })).toContain('replaces page');
  });

  it.each<[string, string]>([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('leads').toString('base64url')],
    ['no list', Buffer.from('{"page":2}').toString('base64url')],
    ['of another list', cursorOf('prospects', 2, 7)],
    ['of the first page', cursorOf('leads', 1, 7)],
    ['of a page that is no whole number', cursorOf('leads', 2.5, 7)],
    ['without a position', cursorOf('leads', 2)],
    ['with a longer position', cursorOf('leads', 2, 7, 8)],
    ['with an operator of the database in the place of a number', cursorOf('leads', 2, { $gt: 0 })],
    ['with text in the place of a number', cursorOf('leads', 2, '7')],
    ['too long', cursorOf('leads', 2, 7).padEnd(2_001, 'A')],
  ])('are rejected with a cursor that is %s', (_case, cursor) => {
    expect(typeof read('leads', { cursor })).toBe('string');
  });

  it.each<[string, ListName, readonly unknown[]]>([
    ['a time that is none', 'jobs', ['soon', 'job_1']],
    ['a time as a number', 'jobs', [0, 'job_1']],
    ['an operator for a text', 'users', [{ $ne: null }, 'b']],
    ['a text of more than 1,000 characters', 'findings', ['x'.repeat(1_001)]],
  ])('are rejected with a cursor with %s', (_case, list, after) => {
    expect(typeof read(list, { cursor: cursorOf(list, 2, ...after) })).toBe('string');
  });
});
