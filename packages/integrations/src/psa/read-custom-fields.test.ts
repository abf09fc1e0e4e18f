import { describe, expect, it } from '@jest/globals';

import { readCustomFields } from './read-custom-fields.js';

const one = (entry: Record<string, unknown>) =>
  readCustomFields([{ id: 107, name: 'CFRevenue', ...entry }])[107];

describe('custom fields of the PSA', () => {
  it.each([
    [{ value: 'text' }, 'text'],
    [{ value: 85 }, 85],
    [{ value: true }, true],
    [{ value: false, display: 'No' }, false],
    [{ value: null }, null],
    [{ value: '' }, null],
    [{ value: null, display: '' }, null],
  ])('keeps a plain value %j', (entry, value) => {
    expect(one(entry)).toBe(value);
  });

  it.each([
    [{ value: 3, display: '1M-5M' }, '1M-5M'],
    [{ value: '3', display: '1M-5M' }, '1M-5M'],
    [{ value: 2, display: '10-50' }, '10-50'],
    [{ value: '1,4', display: 'Cloud, Security' }, 'Cloud, Security'],
    [{ display: 'VP' }, 'VP'],
    [
      {
        value: [
          { id: 1, name: 'Cloud' },
          { id: 4, name: 'Security' },
        ],
      },
      'Cloud, Security',
    ],
    [{ value: { id: 3, display: 'VP' } }, 'VP'],
  ])('uses the text of an option %j', (entry, value) => {
    expect(one(entry)).toBe(value);
  });

  it.each([
    [{ value: 12500, display: '12,500' }, 12500],
    [{ value: 85, display: '85' }, 85],
    [{ value: 'long text', display: 'long t…' }, 'long text'],
    [{ value: 7, display: '' }, 7],
  ])('keeps the value if the display only formats it %j', (entry, value) => {
    expect(one(entry)).toBe(value);
  });

  it.each([
    [105, 'True', true],
    [105, 0, false],
    [105, 'perhaps', 'perhaps'],
    [112, '1998', 1998],
    [112, '1998.0', 1998],
    [112, 'about 1998', 'about 1998'],
    [206, { value: '70' }, 70],
  ])('reads a flag or number of CF_%i in any form: %j', (number, value, expected) => {
    expect(readCustomFields({ [number]: value })).toEqual({ [number]: expected });
  });

  it('reads fields that are keyed by number, and ids that are texts', () => {
    expect(readCustomFields({ CF_101: 'Provider A', 105: true })).toEqual({ 101: 'Provider A', 105: true });
    expect(readCustomFields([{ id: '101', value: 'x' }])).toEqual({ 101: 'x' });
  });

  it.each([
    [[{ name: 'CFDoNotContact', value: true }]],
    [[{ name: 'Do Not Contact', value: true }]],
    [[{ id: 'CF_105', value: true }]],
    [[{ field_id: '105', value: true }]],
    [{ 'Do Not Contact': true }],
    [{ CFDoNotContact: { value: true } }],
  ])('identifies a field by its name in the specification: %j', (value) => {
    expect(readCustomFields(value)).toEqual({ 105: true });
  });

  it.each([[undefined], [null], ['x'], [[null, 1, 'x', {}, { id: 'x', value: 1 }]]])(
    'reads nothing from %j',
    (value) => {
      expect(readCustomFields(value)).toEqual({});
    },
  );
});
