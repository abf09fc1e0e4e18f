import { describe, expect, it } from '@jest/globals';

import { changedFields, CustomFields, mergeFields } from './custom-fields.js';
import type { CustomFieldDefinition } from './psa-setup.js';
import type { CustomFieldValue } from './rows.js';

const definitions: readonly CustomFieldDefinition[] = [
  { id: 1, name: 'Notes', type: 'text', of: 'ticket' },
  { id: 2, name: 'Size', type: 'integer', of: 'ticket' },
  { id: 3, name: 'Maker', type: 'boolean', of: 'ticket' },
  { id: 4, name: 'Source', type: 'dropdown', of: 'ticket' },
];

function readOne(id: number, value: unknown): CustomFieldValue | null | undefined {
  return new CustomFields(definitions).read([{ id, value }]).get(id);
}

describe('CustomFields.read', () => {
  it.each([
    [1, 'Zoë', 'Zoë'],
    [1, 0, '0'],
    [1, false, 'false'],
    [2, 12, 12],
    [2, '-12', -12],
    [2, '999999999999999', 999_999_999_999_999],
    [3, 'TRUE', true],
    [3, 0, false],
    [3, '1', true],
    [4, 'Referral', 'Referral'],
    [1, '', null],
    [2, null, null],
    [3, undefined, null],
  ])('takes field %i with %j as %j', (id, value, expected) => {
    expect(readOne(id, value)).toBe(expected);
  });

  it.each([
    [2, '1.5', 'Size'],
    [2, 1e21, 'Size'],
    [2, '1000000000000000', 'Size'],
    [2, ' ', 'Size'],
    [3, 'yes', 'Maker'],
    [3, 2, 'Maker'],
    [1, ['a'], 'Notes'],
    [4, { text: 'a' }, 'Source'],
  ])('refuses field %i with %j', (id, value, name) => {
    expect(() => readOne(id, value)).toThrow(
      expect.objectContaining({
        message: `The value of ${name} is not valid.`,
        field: `CF_${id}`,
        status: 400,
      }),
    );
  });

  it.each([
    ['text', 'The field customfields must be an array.'],
    [{ 1: 'a' }, 'The field customfields must be an array.'],
    [[null], 'A custom field needs an id.'],
    [[{ id: '1', value: 'a' }], 'A custom field needs an id.'],
  ])('refuses %j in the place of the fields', (value, message) => {
    expect(() => new CustomFields(definitions).read(value)).toThrow(
      expect.objectContaining({ message, field: 'customfields' }),
    );
  });

  it.each([undefined, null, [], [{ id: 99, value: 'a' }]])('reads no field from %j', (value) => {
    expect(new CustomFields(definitions).read(value).size).toBe(0);
  });

  it('keeps the last value of a field that is sent twice', () => {
    const values = new CustomFields(definitions).read([
      { id: 1, value: 'first' },
      { id: 1, value: 'last' },
    ]);
    expect([...values]).toEqual([[1, 'last']]);
  });
});

describe('the options of a dropdown', () => {
  it('grow by each new text, once', () => {
    const fields = new CustomFields(definitions);
    expect(fields.options(4)).toEqual([]);
    expect(['Web', 'Fair', 'Web', 'web'].map((text) => fields.optionId(4, text))).toEqual([1, 2, 1, 3]);
    expect(fields.options(4)).toEqual([
      { id: 1, text: 'Web' },
      { id: 2, text: 'Fair' },
      { id: 3, text: 'web' },
    ]);
    fields.clear();
    expect(fields.options(4)).toEqual([]);
  });

  it('are chosen by their number', () => {
    const fields = new CustomFields(definitions);
    fields.optionId(4, 'Web');
    fields.optionId(4, 'Fair');
    expect(fields.read([{ id: 4, value: 2 }]).get(4)).toBe('Fair');
    expect(fields.options(4)).toHaveLength(2);
  });

  it.each([0, -1, 3])('take the number %i without an option as a text', (value) => {
    expect(readOne(4, value)).toBe(String(value));
  });
});

describe('changedFields and mergeFields', () => {
  const present = new Map<number, CustomFieldValue>([
    [1, 'a'],
    [2, 0],
    [3, false],
  ]);

  it('finds what differs, and no field that stays empty', () => {
    const written = new Map<number, CustomFieldValue | null>([
      [1, 'a'],
      [2, null],
      [3, true],
      [4, null],
    ]);
    expect([...changedFields(present, written)]).toEqual([
      [2, null],
      [3, true],
    ]);
  });

  it('sets, removes, and leaves the given fields as they were', () => {
    const merged = mergeFields(
      present,
      new Map<number, CustomFieldValue | null>([
        [1, null],
        [4, 'new'],
      ]),
    );
    expect([...merged]).toEqual([
      [2, 0],
      [3, false],
      [4, 'new'],
    ]);
    expect(present.get(1)).toBe('a');
  });
});
