import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from '../cleansing/limits.js';
import { jsonValue } from '../testing/arbitraries.js';
import {
  entries,
  first,
  firstOf,
  flag,
  isBlank,
  isEmpty,
  isPayload,
  joined,
  labelled,
  overlaid,
  own,
  part,
  text,
  texts,
  without,
  type Payload,
} from './payload.js';

/** An object as JSON makes it, which may have own properties with the names of the prototype's. */
function parsed(json: string): Payload {
  const value: unknown = JSON.parse(json);
  if (!isPayload(value)) throw new Error('not an object');
  return value;
}

describe('reading a property', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'never returns %s of the prototype',
    (key) => {
      expect(own({}, key)).toBeUndefined();
      expect(first({}, key)).toBeUndefined();
      expect(part({}, key)).toEqual({});
    },
  );

  it('returns an own property with such a name', () => {
    const payload = parsed('{"__proto__": {"name": "Acme"}, "constructor": "Jane"}');
    expect(own(part(payload, '__proto__'), 'name')).toBe('Acme');
    expect(own(payload, 'constructor')).toBe('Jane');
    expect(own(payload, 'name')).toBeUndefined();
  });

  it.each([[null], [['a']], ['text'], [7], [true], [undefined]])('a part that is %j is empty', (value) => {
    expect(part({ company: value }, 'company')).toEqual({});
  });
});

describe('emptiness', () => {
  it.each([
    [undefined],
    [null],
    [''],
    ['  '],
    ['\t\n'],
    ['\u00a0'],
    ['\u200b'],
    ['\u2800'],
    ['\ufeff \u00ad'],
    ['-'],
    ['null'],
  ])('%j is blank and empty', (value) => {
    expect(isBlank(value)).toBe(true);
    expect(isEmpty(value)).toBe(true);
  });

  it.each([[0], [false], ['0'], ['NA'], ['nulls']])('%j is neither', (value) => {
    expect(isBlank(value)).toBe(false);
    expect(isEmpty(value)).toBe(false);
  });

  it('a list or an object without entries is empty, but not blank', () => {
    for (const value of [[], {}]) {
      expect(isEmpty(value)).toBe(true);
      expect(isBlank(value)).toBe(false);
    }
    for (const value of [[null], { name: null }]) expect(isEmpty(value)).toBe(false);
  });
});

describe('several names of the same thing', () => {
  it.each([
    ['an empty text', ''],
    ['a text of spaces', '  '],
    ['an invisible text', '\u200b'],
    ['null', null],
    ['an empty list', []],
    ['an empty object', {}],
  ])('%s does not hide the value under the next name', (_what, nothing) => {
    expect(first({ website_url: nothing, domain: 'acme.test' }, 'website_url', 'domain')).toBe('acme.test');
    expect(firstOf(nothing, 'acme.test')).toBe('acme.test');
  });

  it('zero and false are values', () => {
    expect(first({ a: 0, b: 1 }, 'a', 'b')).toBe(0);
    expect(first({ a: false, b: true }, 'a', 'b')).toBe(false);
  });

  it('the order of the names counts, not that of the payload', () => {
    expect(first({ b: 'second', a: 'first' }, 'a', 'b')).toBe('first');
    expect(first({ c: 1 }, 'a', 'b')).toBeUndefined();
    expect(firstOf()).toBeUndefined();
  });

  it('of several objects the first non-empty value of each key counts', () => {
    const parts = [
      { name: 'Acme', phone: '' },
      { name: 'Other', phone: '1', tags: [] },
      { tags: ['a'], size: null },
    ];
    expect(overlaid(parts)).toEqual({ name: 'Acme', phone: '1', tags: ['a'] });
    expect(overlaid([])).toEqual({});
  });

  it('a merged object has the prototype of any object', () => {
    const merged = overlaid([parsed('{"__proto__": {"isAdmin": true}}')]);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(own(merged, 'isAdmin')).toBeUndefined();
    const rest = without(parsed('{"__proto__": {"isAdmin": true}, "a": 1}'), { a: true });
    expect(Object.getPrototypeOf(rest)).toBe(Object.prototype);
    expect(Object.keys(rest)).toEqual(['__proto__']);
  });
});

describe('text', () => {
  it.each([
    ['  Jane \n Doe ', 'Jane Doe'],
    [42, '42'],
    [0, '0'],
    [-1.5, '-1.5'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['a\u0000b', 'ab'],
    ['AT&T', 'AT&T'],
  ])('%j is %j', (value, expected) => {
    expect(text(value)).toBe(expected);
  });

  it.each([[null], [undefined], [''], ['\u200b'], [true], [false], [NaN], [Infinity], [[]], [['a']], [{}]])(
    '%j is no text',
    (value) => {
      expect(text(value)).toBeNull();
    },
  );

  it('has the given length at most, and never half a character', () => {
    expect(text('a'.repeat(10), 10)).toHaveLength(10);
    expect(text('a'.repeat(11), 10)).toHaveLength(10);
    expect(text(`${'a'.repeat(9)}😀`, 10)).toBe('a'.repeat(9));
  });
});

describe('lists', () => {
  it.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    ['a', ['a']],
    [0, [0]],
    [{ name: 'a' }, [{ name: 'a' }]],
    [null, []],
    [undefined, []],
    ['', []],
    [[], []],
  ])('the entries of %j are %j', (value, expected) => {
    expect(entries(value)).toEqual(expected);
  });

  it('are read up to their limit', () => {
    const list = Array.from({ length: LIMITS.listEntries + 1 }, (_, index) => `entry ${index}`);
    expect(entries(list)).toHaveLength(LIMITS.listEntries);
    expect(entries(list.slice(1))).toHaveLength(LIMITS.listEntries);
    expect(texts(list)).not.toContain(`entry ${LIMITS.listEntries}`);
  });

  it('texts come from texts, numbers and objects, each once', () => {
    const list = [
      'AWS',
      { name: 'AWS' },
      { title: 'Okta' },
      365,
      null,
      [],
      {},
      { name: ['x'] },
      true,
      ' AWS ',
    ];
    expect(texts(list)).toEqual(['AWS', 'Okta', '365']);
  });

  it('a list in a list is no text', () => {
    expect(texts([['AWS', 'Okta']])).toEqual([]);
  });
});

describe('texts of custom fields', () => {
  it('join what is present', () => {
    expect(joined(['a', null, 'b'], ', ')).toBe('a, b');
    expect(joined([null], ', ')).toBeNull();
    expect(joined([], ', ')).toBeNull();
    expect(labelled({ Revenue: '$18 Million', Employees: null, Score: '0' })).toBe(
      'Revenue: $18 Million; Score: 0',
    );
    expect(labelled({ Revenue: null })).toBeNull();
  });
});

describe('flag', () => {
  it.each([[true], [1], ['1'], ['TRUE'], [' yes '], ['on'], ['Ja'], ['vrai']])('%j is a yes', (value) => {
    expect(flag(value)).toBe(true);
  });

  it.each([
    [false],
    [0],
    ['false'],
    ['no'],
    [''],
    [null],
    [undefined],
    [2],
    ['maybe'],
    [[true]],
    [{ value: true }],
  ])('%j is no yes', (value) => {
    expect(flag(value)).toBe(false);
  });
});

it('no JSON value makes a reading function throw', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const payload: Payload = { value };
      for (const read of [text, texts, entries, flag, isBlank, isEmpty]) {
        expect(() => read(value)).not.toThrow();
      }
      expect(isPayload(part(payload, 'value'))).toBe(true);
      expect(isEmpty(first(payload, 'value') ?? null)).toBe(isEmpty(value));
    }),
    { numRuns: 200 },
  );
});
