import { describe, expect, it } from '@jest/globals';

import { doerOf, whoIs } from './names.js';

describe('who an entry is by', () => {
  it.each([
    ['usr_1', 'Ada Example'],
    ['usr_2', 'A person'],
    ['key_1', 'An API key'],
    ['service', 'Leadbridge'],
  ])('%s is %s', (id, name) => {
    expect(whoIs(id, new Map([['usr_1', 'Ada Example']]))).toBe(name);
  });
});

describe('who did something', () => {
  it.each([
    [null, 'Leadbridge'],
    ['import', 'An import'],
    ['PSA', 'The PSA'],
    ['Jane Doe', 'Jane Doe'],
    ['usr_0mwynap3d7529d2cf64581468', 'A person'],
    ['key_0mwynap3d7529d2cf64581468', 'An API key'],
  ])('is never an id: %s', (by, name) => {
    expect(doerOf(by)).toBe(name);
  });
});
