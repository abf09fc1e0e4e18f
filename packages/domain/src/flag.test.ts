import { describe, expect, it } from '@jest/globals';
import { parseFlag } from './flag.js';

describe('decision "new_value of CF_105": true, "true", 1, "1", "yes", "on" in any case', () => {
  it.each([true, 'true', 'TRUE', 'True', 1, '1', 'yes', 'Yes', 'YES', 'on', 'On', ' true '])(
    '%p means yes',
    (value) => {
      expect(parseFlag(value)).toBe(true);
    },
  );

  it.each([false, 'false', 'FALSE', 0, '0', 'no', 'No', 'off', ' OFF '])('%p means no', (value) => {
    expect(parseFlag(value)).toBe(false);
  });

  it.each([
    null,
    undefined,
    '',
    ' ',
    'maybe',
    'Uncertain',
    2,
    -1,
    Number.NaN,
    {},
    [],
    [true],
    { value: true },
    Symbol('on'),
  ])('%p means neither', (value) => {
    expect(parseFlag(value)).toBeNull();
  });
});

it.each([
  ['WAHR', true],
  ['Y', true],
  ['t', true],
  ['N', false],
  ['f', false],
  ['Vrai', true],
  ['FALSCH', false],
  ['FAUX', false],
  ['1.0', true],
  ['0.0', false],
  ['Checked', true],
  ['unchecked', false],
  ['X', true],
  ['✔\uFE0F', true],
  ['☐', false],
  ['Hayır', false],
  ['да', true],
  ['Igen', true],
  ['nie', false],
  ['ne', false],
  ['نعم', true],
  ['לא', false],
  ['예', true],
  ['아니요', false],
])("%p is a spreadsheet's form of %p", (value, says) => {
  expect(parseFlag(value)).toBe(says);
});
