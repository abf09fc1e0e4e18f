import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { parseJson, readField, readId, readNumber, readText } from './read-json.js';

describe('reading fields', () => {
  it.each(['last_updated_by', 'lastupdated_by', 'lastupdatedby', 'LastUpdatedBy', 'lastUpdated_By'])(
    'finds %s regardless of case and underscores',
    (name) => {
      expect(readField({ id: 1, [name]: 'Agent' }, 'last_updated_by')).toBe('Agent');
    },
  );

  it('uses the first name that has a value', () => {
    expect(readField({ user_email: null, emailaddress: 'b@example.com' }, 'user_email', 'emailaddress')).toBe(
      'b@example.com',
    );
    expect(readField({ two: 2, one: 1 }, 'one', 'two')).toBe(1);
    expect(readField({ TWO: 2, ONE: 1 }, 'one', 'two')).toBe(1);
    expect(readField({}, 'constructor', 'toString')).toBeUndefined();
  });

  it('uses the first name, whatever the order of the fields: as it is spelled, else in any spelling', () => {
    const names = ['user_id', 'agent_id', 'owner'];
    const spellingsOf = (name: string): string[] => [name, name.toUpperCase(), name.replace('_', '')];
    const value = fc.option(fc.integer(), { nil: null });
    const fields = fc.uniqueArray(fc.tuple(fc.constantFrom(...names.flatMap(spellingsOf)), value), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(fields, (given) => {
        const set = given.flatMap(([name, each]) => (each === null ? [] : [{ name, each }]));
        const as = (spelled: (name: string) => string[]) =>
          names
            .map((name) => set.filter((field) => spelled(name).includes(field.name)).map(({ each }) => each))
            .find((values) => values.length > 0);
        const expected = as((name) => [name]) ?? as(spellingsOf) ?? [undefined];
        expect(expected).toContain(readField(Object.fromEntries(given), ...names));
      }),
    );
  });
});

describe('reading values', () => {
  it('reads numbers that were sent as text', () => {
    expect(readNumber(' 12 ')).toBe(12);
    expect(readNumber('-1.5')).toBe(-1.5);
    for (const value of ['', 'abc', '1e5', '12x', null, true, Number.NaN, [1], { id: 1 }]) {
      expect(readNumber(value)).toBeNull();
    }
  });

  it('accepts no zero, fraction or negative number as an identifier', () => {
    expect(readId('17')).toBe(17);
    for (const value of [0, -1, '0', 1.5, 2 ** 60, null]) {
      expect(readId(value)).toBeNull();
    }
  });

  it('trims texts and returns nothing for an empty one', () => {
    expect(readText('  a ')).toBe('a');
    expect(readText(5)).toBe('5');
    expect(readText('   ')).toBeNull();
    expect(readText({})).toBeNull();
  });

  it('returns undefined for anything but JSON', () => {
    expect(parseJson('<html>')).toBeUndefined();
    expect(parseJson('')).toBeUndefined();
    expect(parseJson('null')).toBeNull();
  });
});
