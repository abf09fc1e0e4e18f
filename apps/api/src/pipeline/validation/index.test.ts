import { describe, expect, it } from '@jest/globals';
import { AppError } from '@leadbridge/platform';
import Joi from 'joi';

import { validate, validateQuery } from './index.js';

const schema = Joi.object({
  limit: Joi.number().integer().max(100).default(20),
  name: Joi.string().max(5),
}).prefs({ errors: { wrap: { label: false } } });

/** The refusal of a call. */
function refusalOf(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) {
      return error;
    }
    throw error;
  }
  throw new Error('It was accepted');
}

describe('validate', () => {
  it('fills in defaults', () => {
    expect(validate(schema, { name: 'Ada' })).toEqual({ name: 'Ada', limit: 20 });
  });

  it('reports every error of a small value, and only the first one of a large value', () => {
    const body = { limit: 101, name: 'too long' };
    expect(refusalOf(() => validate(schema, body)).details['errors']).toHaveLength(2);
    expect(refusalOf(() => validate(schema, body, 20_001)).details['errors']).toHaveLength(1);
  });

  it('refuses __proto__, which Joi ignores', () => {
    const body: unknown = JSON.parse('{"__proto__": {"limit": 5}}');
    expect(refusalOf(() => validate(schema, body)).message).toBe('__proto__ is not allowed');
  });

  it.each(['password', 'api_key', 'client_secret', 'token', 'code'])('never shows the value of %s', (key) => {
    const { details } = refusalOf(() =>
      validate(Joi.object({ [key]: Joi.string().max(3) }), { [key]: 'hunter22' }),
    );
    expect(JSON.stringify(details)).not.toContain('hunter22');
    expect(details).toMatchObject({ field: key, value: '[not shown]' });
  });

  it('hides a misspelled key beside a secret one, which may hold the secret', () => {
    const signIn = Joi.object({ email: Joi.string(), password: Joi.string() });
    const { details } = refusalOf(() => validate(signIn, { pasword: 'hunter22' }));
    expect(details).toMatchObject({ field: 'pasword', value: '[not shown]' });
  });

  it.each([
    ['a long text', 'x'.repeat(500), `${'x'.repeat(200)}…`],
    ['an array', [1, 2], '[array]'],
    ['an object', { a: 1 }, '[object]'],
    ['null', null, null],
  ])('shows %s in short form', (_, name, shown) => {
    expect(refusalOf(() => validate(schema, { name })).details).toMatchObject({
      field: 'name',
      value: shown,
    });
  });

  it('cuts the name of a very long key', () => {
    const { details } = refusalOf(() => validate(schema, { ['k'.repeat(1_000)]: 1 }));
    expect(String(details['field'])).toHaveLength(301);
  });
});

describe('validateQuery', () => {
  it('accepts each parameter once', () => {
    expect(validateQuery(schema, { limit: '7' })).toEqual({ limit: 7 });
  });

  it('names every parameter that was sent more than once', () => {
    const { message, details } = refusalOf(() =>
      validateQuery(schema, { limit: ['1', '2'], name: ['a', 'a'] }),
    );
    expect(message).toBe('limit must be sent only once');
    expect(details['errors']).toEqual([
      { field: 'limit', value: '[not shown]', message: 'limit must be sent only once' },
      { field: 'name', value: '[not shown]', message: 'name must be sent only once' },
    ]);
  });

  it('ignores everything where a route has no query', () => {
    expect(validateQuery(undefined, { limit: ['1', '2'] })).toBeUndefined();
  });
});
