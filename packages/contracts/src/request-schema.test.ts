import { describe, expect, it } from '@jest/globals';
import Joi from 'joi';

import { pageKeys } from './paging.js';
import { bodySchema, emptyBody, optionalBodySchema, textSchema } from './request-schema.js';

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
