import { describe, expect, it } from '@jest/globals';

import { importMappingBody, importMappingParams } from './import-mapping.js';

const columns = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ column: `Column ${index}`, field: null }));
const message = (body: unknown) => importMappingBody.validate(body).error?.message;

describe('a mapping of columns', () => {
  it('has a field for each column, or null for one that is not imported', () => {
    const body = {
      columns: [
        { column: ' E-Mail ', field: 'email' },
        { column: 'メモ', field: null },
      ],
    };
    expect(importMappingBody.validate(body)).toEqual({ value: body });
  });

  it('may map two columns to one field', () => {
    const body = {
      columns: [
        { column: 'Mobile', field: 'phone' },
        { column: 'Office', field: 'phone' },
      ],
    };
    expect(message(body)).toBeUndefined();
  });

  it('has 1 to 500 columns', () => {
    expect(message({ columns: [] })).toBe('columns must contain at least 1 items');
    expect(message({ columns: columns(500) })).toBeUndefined();
    expect(message({ columns: columns(501) })).toBe('columns must contain less than or equal to 500 items');
  });

  it.each([
    ['the same column twice', [...columns(1), ...columns(1)], 'columns[1] contains a duplicate value'],
    ['a column without a field', [{ column: 'a' }], 'columns[0].field is required'],
    [
      'a column without a head',
      [{ column: '', field: null }],
      'columns[0].column is not allowed to be empty',
    ],
    [
      'a head of 201 characters',
      [{ column: 'x'.repeat(201), field: null }],
      'columns[0].column length must be less than or equal to 200 characters long',
    ],
  ])('is refused with %s', (_case, given, expected) => {
    expect(message({ columns: given })).toBe(expected);
  });

  it.each(['Email', 'constructor', ''])('is refused with the field "%s"', (field) => {
    expect(message({ columns: [{ column: 'a', field }] })).toMatch(/^columns\[0\]\.field must be one of /);
  });
});

describe('the name of a mapping', () => {
  it.each([
    ['Trade fairs', 'Trade fairs'],
    ['  Trade fairs ', 'Trade fairs'],
    ['見本市 / 2026', '見本市 / 2026'],
    ['x'.repeat(60), 'x'.repeat(60)],
  ])('%j is kept as %j', (name, kept) => {
    expect(importMappingParams.validate({ name })).toEqual({ value: { name: kept } });
  });

  it.each([
    ['', 'name is not allowed to be empty'],
    ['   ', 'name is not allowed to be empty'],
    ['two\nlines', 'name has the wrong form: a text on one line is expected'],
    ['x'.repeat(61), 'name length must be less than or equal to 60 characters long'],
  ])('may not be %j', (name, expected) => {
    expect(importMappingParams.validate({ name }).error?.message).toBe(expected);
  });
});
