import { describe, expect, it } from '@jest/globals';

import { whoIs } from './names.js';

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
