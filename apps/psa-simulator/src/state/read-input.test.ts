import { describe, expect, it } from '@jest/globals';

import { isInput, readFlag, readText, readTexts, readWholeNumber } from './read-input.js';

describe('a text', () => {
  it.each([
    ['x', 'x'],
    [7, '7'],
    [false, 'false'],
    [null, ''],
    [undefined, undefined],
  ])('%j is read as %j', (value, expected) => {
    expect(readText({ name: value }, 'name')).toBe(expected);
  });

  it.each([[[]], [{}]])('cannot be %j', (value) => {
    expect(() => readText({ name: value }, 'name')).toThrow('The field name must be a text.');
  });

  it('is only read from the fields that were sent', () => {
    expect(readTexts({ a: 'x', c: 'z' }, ['a', 'b'])).toEqual({ a: 'x' });
  });
});

describe('a whole number', () => {
  it.each([
    [7, 7],
    ['7', 7],
    ['-7', -7],
    [null, undefined],
    [undefined, undefined],
  ])('%j is read as %j', (value, expected) => {
    expect(readWholeNumber({ id: value }, 'id')).toBe(expected);
  });

  it.each([['x'], ['1.5'], [1.5], [2 ** 60], [true], ['']])('cannot be %j', (value) => {
    expect(() => readWholeNumber({ id: value }, 'id')).toThrow('The field id must be a number.');
  });
});

it('a flag is a boolean, and no text of one', () => {
  expect(readFlag({ on: true }, 'on')).toBe(true);
  expect(readFlag({ on: null }, 'on')).toBeUndefined();
  expect(() => readFlag({ on: 'true' }, 'on')).toThrow('The field on must be true or false.');
});

it.each([
  [{}, true],
  [[], false],
  [null, false],
  ['x', false],
])('%j is an object: %s', (value, expected) => {
  expect(isInput(value)).toBe(expected);
});
