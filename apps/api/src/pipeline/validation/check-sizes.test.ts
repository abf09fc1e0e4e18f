import { describe, expect, it } from '@jest/globals';
import { AppError } from '@leadbridge/platform';
import Joi from 'joi';

import { checkSizes } from './check-sizes.js';

/** An item that must not be read. */
function untouchable(): object {
  return new Proxy({}, { ownKeys: refuse, get: refuse, has: refuse, getOwnPropertyDescriptor: refuse });
}

function refuse(): never {
  throw new Error('An item was looked at');
}

function refusalOf(schema: Joi.Schema, value: unknown): Readonly<Record<string, unknown>> | null {
  try {
    checkSizes(schema, value);
    return null;
  } catch (error) {
    if (error instanceof AppError) {
      return error.details;
    }
    throw error;
  }
}

const item = Joi.object({ tags: Joi.array().items(Joi.string()).max(2) });
const schema = Joi.object({
  items: Joi.array().items(item).max(3),
  named: Joi.object()
    .pattern(/^[a-z]$/, Joi.object({ labels: Joi.array().max(1) }))
    .max(2),
});
const oneOrMany = Joi.alternatives().conditional(Joi.array(), {
  then: Joi.array().items(item).max(3),
  otherwise: item,
});
const many = (count: number): object[] => Array.from({ length: count }, untouchable);

describe('checkSizes', () => {
  it.each([
    ['a list', schema, { items: many(4) }, 'items'],
    ['a body that is a list', oneOrMany, many(4), 'body'],
    ['a list in an item', schema, { items: [{}, { tags: many(3) }] }, 'items.1.tags'],
    ['a list in a body that is an object', oneOrMany, { tags: many(3) }, 'tags'],
    ['a map', schema, { named: { a: untouchable(), b: untouchable(), c: untouchable() } }, 'named'],
    ['a list in a map', schema, { named: { a: { labels: many(2) } } }, 'named.a.labels'],
  ])('rejects %s that is too large, without reading its content', (_, from, value, field) => {
    expect(refusalOf(from, value)).toMatchObject({ field, errors: [{ field }] });
  });

  it.each([
    ['as much as is allowed', schema, { items: [{ tags: ['a', 'b'] }, {}, {}], named: { a: {}, b: {} } }],
    ['what is no list', schema, { items: 'items', named: [1, 2, 3] }],
    ['nothing', schema, undefined],
    ['null', oneOrMany, null],
    ['inherited names', Joi.object({ constructor: Joi.array().max(0) }), {}],
  ])('accepts %s', (_, from, value) => {
    expect(refusalOf(from, value)).toBeNull();
  });
});
