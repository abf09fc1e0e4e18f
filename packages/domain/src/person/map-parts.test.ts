import { describe, expect, it } from '@jest/globals';

import { mapParts } from './map-parts.js';

const doubled = (part: unknown): unknown => (typeof part === 'number' ? part * 2 : part);

describe('mapParts', () => {
  it.each<[string, unknown, unknown]>([
    ['the items of a list', [1, 'a', 2], [2, 'a', 4]],
    ['the fields of an object, none deeper', { a: 1, b: { c: 1 } }, { a: 2, b: { c: 1 } }],
  ])('changes %s', (_what, value, expected) => {
    expect(mapParts(value, doubled)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['nothing changes', { a: 'x', b: ['y'] }],
    ['it is no plain object', new Date(0)],
    ['it has no parts', null],
  ])('returns the same value where %s', (_where, value) => {
    expect(mapParts(value, doubled)).toBe(value);
  });
});
