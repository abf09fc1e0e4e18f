import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import Joi from 'joi';

import { pageKeys } from './paging.js';
import { bodySchema, emptyBody, optionalBodySchema, textSchema, wholeNumber } from './request-schema.js';

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

const strict = { abortEarly: false };

describe('a body schema', () => {
  const schema = bodySchema<{ count?: number; flag?: boolean; code?: string }>({
    count: Joi.number().integer(),
    flag: Joi.boolean(),
    code: Joi.string().pattern(/^\d+$/),
  });

  it.each([
    [{ count: '70' }, 'count must be a number'],
    [{ flag: 'true' }, 'flag must be a boolean'],
    [{ flag: 1 }, 'flag must be a boolean'],
    [{ count: 1.5 }, 'count must be an integer'],
    [{ other: 1 }, 'other is not allowed'],
    [undefined, 'body is required'],
    [null, 'body must be of type object'],
    [[], 'body must be of type object'],
  ])('rejects %j', (value, message) => {
    expect(schema.validate(value, strict).error?.details.map((detail) => detail.message)).toEqual([message]);
  });

  it('does not quote what was sent', () => {
    const { error } = schema.validate({ code: 'a secret' }, strict);
    expect(error?.details[0]?.message).toBe('code has the wrong form');
  });
});

describe('a schema of an optional body', () => {
  const schema = optionalBodySchema<{ flag?: boolean }>({ flag: Joi.boolean() });

  it('treats a missing body like an empty object', () => {
    expect(schema.validate(undefined)).toEqual({ value: {} });
    expect(schema.validate({})).toEqual({ value: {} });
    expect(emptyBody.validate(undefined)).toEqual({ value: {} });
  });

  it.each([
    [null, 'body must be of type object'],
    [[], 'body must be of type object'],
    [{ flag: 'true' }, 'flag must be a boolean'],
    [{ other: 1 }, 'other is not allowed'],
  ])('rejects %j as before', (value, message) => {
    expect(schema.validate(value).error?.message).toBe(message);
  });
});

describe('a schema of a query', () => {
  const schema = textSchema(pageKeys('jobs', { limit: 50, maximum: 500 }));

  it.each([
    [{}, { page: 1, limit: 50 }],
    [
      { page: '3', limit: '500' },
      { page: 3, limit: 500 },
    ],
  ])('reads %j', (query, expected) => {
    expect(schema.validate(query)).toEqual({ value: expected });
  });

  it.each([
    { page: '0' },
    { page: '-1' },
    { page: '1e9' },
    { page: 'NaN' },
    { page: 'Infinity' },
    { page: '0x10' },
    { page: '1e1' },
    { page: '3.0' },
    { page: '03' },
    { page: '+3' },
    { page: ' 3 ' },
    { page: '' },
    { page: ['1', '2'] },
    { limit: '501' },
    { limit: '1.5' },
    { offset: '1' },
  ])('rejects %j', (query) => {
    expect(schema.validate(query).error).toBeDefined();
  });
});
