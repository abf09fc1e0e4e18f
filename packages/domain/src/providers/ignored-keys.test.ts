import { describe, expect, it } from '@jest/globals';
import { aLead, anEmptyLead } from '../testing/leads.js';
import { FLAT_FIELDS, type FlatField } from './field-names.js';
import {
  ignoredKeyFaults,
  ignoredKeyWarnings,
  isLost,
  misplacedKeys,
  type IgnoredKey,
} from './ignored-keys.js';
import { valuesOfField } from './said-by-lead.js';

const unknown = (key: string, field: FlatField | null = null): IgnoredKey => ({
  key,
  reason: 'unknown',
  field,
});
const misplaced = (key: string, field: FlatField, value: unknown): IgnoredKey => ({
  ...{ key, reason: 'misplaced', field, value },
});

describe('misplaced keys', () => {
  it('name a field that is not read there', () => {
    const part = { company: 'Acme', email: 'a@n.test', id: 7, 'Phone Number': '1' };
    expect(misplacedKeys(part, 'data', { email: 'any' })).toEqual([
      misplaced('data.company', 'company', 'Acme'),
      misplaced('data.Phone Number', 'phone', '1'),
    ]);
    expect(misplacedKeys({ company: 'Acme' }, '', {})).toEqual([misplaced('company', 'company', 'Acme')]);
  });

  it.each([[null], [''], ['  '], [[]], [{}], [false], [undefined]])(
    'with the value %j are no loss',
    (value) => {
      expect(misplacedKeys({ company: value }, '', {})).toEqual([]);
    },
  );

  it.each(['do_not_contact', 'unsubscribed', 'technologies', 'city', 'founded_year'])(
    'do not include %s: opt-outs are read anywhere, and facts are optional',
    (key) => {
      expect(misplacedKeys({ [key]: 'x' }, '', {})).toEqual([]);
    },
  );

  it('zero is a value', () => {
    expect(misplacedKeys({ headcount: 0 }, '', {})).toEqual([misplaced('headcount', 'headcount', 0)]);
  });
});

describe('whether a misplaced key is a loss', () => {
  it.each(FLAT_FIELDS.filter((field) => !['external_id'].includes(field)))(
    'depends on whether the lead has its %s',
    (field) => {
      const research = { publicResearch: 'a', newsArticles: 'b', initialNotes: 'c' };
      const lead = aLead({ research, doNotContact: true });
      const [value] = valuesOfField(field, lead);
      expect(isLost(misplaced('x', field, value), lead)).toBe(false);
      expect(isLost(misplaced('x', field, value), anEmptyLead())).toBe(true);
    },
  );

  it('a name is known by either part', () => {
    expect(isLost(misplaced('x', 'name', 'Doe'), anEmptyLead({ lastName: 'Doe' }))).toBe(false);
  });

  it('keys with other reasons are always a loss', () => {
    expect(isLost(unknown('x', 'email'), aLead())).toBe(true);
    expect(isLost({ key: 'x', reason: 'unreadable', field: 'email' }, aLead())).toBe(true);
    expect(isLost({ key: 'x', reason: 'second', field: 'email', taken: 'y' }, aLead())).toBe(true);
  });
});

describe('warnings', () => {
  it.each<[IgnoredKey, string]>([
    [
      unknown('frist_name', 'first_name'),
      '"frist_name" is not known and was ignored; did you mean first_name?',
    ],
    [
      { key: 'mail', reason: 'second', field: 'email', taken: 'email' },
      '"mail" was ignored: email was taken from "email"',
    ],
    [
      misplaced('person.company', 'company', 'Acme'),
      '"person.company" was ignored: the provider\'s payload has no company at this place',
    ],
    [
      { key: 'founded', reason: 'unreadable', field: 'founded_year' },
      '"founded" was ignored: its value cannot be read as founded_year',
    ],
    [unknown('x'), 'Not known and ignored: "x"'],
  ])('of %j', (key, warning) => {
    expect(ignoredKeyWarnings([key])).toEqual([warning]);
  });

  it('name possible mistakes one by one, and the others in one sentence', () => {
    expect(ignoredKeyWarnings([unknown('a'), unknown('frist_name', 'first_name'), unknown('b')])).toEqual([
      '"frist_name" is not known and was ignored; did you mean first_name?',
      'Not known and ignored: "a", "b"',
    ]);
    expect(ignoredKeyWarnings([])).toEqual([]);
  });

  it('show a key as one short line', () => {
    const [warning = ''] = ignoredKeyWarnings([unknown(`a\n\u202eb${'x'.repeat(1_000)}`)]);
    expect(warning).toMatch(/^Not known and ignored: "a bx+"$/u);
    expect(warning.length).toBeLessThan(100);
  });

  it('name at most a hundred keys, and count the rest', () => {
    const keys = Array.from({ length: 103 }, (_, index) => unknown(`k${index}`));
    const [all = '', ...none] = ignoredKeyWarnings(keys.slice(0, 100));
    expect(all).toMatch(/"k0", .*"k99"$/u);
    expect(none).toEqual([]);
    expect(ignoredKeyWarnings(keys)[0]).toMatch(/"k99" and 3 more$/u);
  });

  it('count the rest also if all that are named may be mistakes', () => {
    const keys = Array.from({ length: 102 }, (_, index) => unknown(`k${index}`, 'email'));
    expect(ignoredKeyWarnings(keys).at(-1)).toBe('2 more keys were ignored');
    expect(ignoredKeyWarnings(keys.slice(1)).at(-1)).toBe('1 more key was ignored');
    expect(ignoredKeyWarnings(keys)).toHaveLength(101);
  });
});

describe('errors of strict mode', () => {
  it.each<[IgnoredKey, object]>([
    [unknown('x'), { field: 'data.x', value: 7, message: 'is not a known field' }],
    [
      unknown('x', 'email'),
      { field: 'data.x', value: 7, message: 'is not a known field', suggestion: 'Did you mean email?' },
    ],
    [
      misplaced('x', 'email', 'a@b-example.com'),
      {
        field: 'data.x',
        value: 7,
        message: 'has no place in this payload',
        suggestion: 'Did you mean email?',
      },
    ],
    [
      { key: 'x', reason: 'unreadable', field: 'email' },
      { field: 'data.x', value: 7, message: 'cannot be read' },
    ],
  ])('of %j', (key, fault) => {
    expect(ignoredKeyFaults([key], { x: 7 })).toEqual([fault]);
  });

  it('a second key is allowed', () => {
    expect(ignoredKeyFaults([{ key: 'x', reason: 'second', field: 'email', taken: 'y' }], { x: 7 })).toEqual(
      [],
    );
  });

  it('show no property of the prototype as the value', () => {
    expect(ignoredKeyFaults([unknown('constructor')], {})).toMatchObject([{ value: null }]);
  });

  it('name at most a hundred keys, each clipped', () => {
    const keys = Array.from({ length: 150 }, (_, index) => unknown(`${index}${'x'.repeat(1_000)}`));
    const faults = ignoredKeyFaults(keys, {});
    expect(faults).toHaveLength(100);
    expect(Math.max(...faults.map(({ field }) => field.length))).toBe('data.'.length + 60);
  });
});
