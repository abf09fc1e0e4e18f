import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { bodySchema, textSchema } from './request-schema.js';
import { wholeNumber } from './whole-number.js';

const query = textSchema<{ n?: number }>({ n: wholeNumber });
const body = bodySchema<{ n?: number }>({ n: wholeNumber });

describe('a whole number in a query', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['-7', -7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('is read from %s', (text, number) => {
    expect(query.validate({ n: text })).toEqual({ value: { n: number } });
  });

  it.each(['1e3', '1E3', '01', '-01', '1.0', '+1', ' 1', '1 ', '1\n', '0x10', '1_000'])(
    'is not written as "%s"',
    (text) => {
      expect(query.validate({ n: text }).error?.message).toMatch(/^n must be an? (integer|number)$/);
    },
  );

  it.each([
    ['1.5', 'n must be an integer'],
    ['', 'n must be a number'],
    ['seven', 'n must be a number'],
    ['Infinity', 'n must be a number'],
    ['9007199254740993', 'n must be a safe number'],
    [['1'], 'n must be a number'],
  ])('is refused with its reason for %j', (text, message) => {
    expect(query.validate({ n: text }).error?.message).toBe(message);
  });

  it('reads every safe integer in its usual form, and gives it back', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(query.validate({ n: String(number) })).toEqual({ value: { n: number } });
      }),
    );
  });
});

describe('a whole number in a body', () => {
  it('is a number of JSON', () => {
    expect(body.validate({ n: 7 })).toEqual({ value: { n: 7 } });
    expect(body.validate({ n: '7' }).error?.message).toBe('n must be a number');
    expect(body.validate({ n: 7.5 }).error?.message).toBe('n must be an integer');
  });
});
