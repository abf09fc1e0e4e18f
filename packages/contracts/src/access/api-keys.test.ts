import { describe, expect, it } from '@jest/globals';

import {
  apiKeyListQuery,
  apiKeyParams,
  apiKeyView,
  issueApiKeyBody,
  issuedApiKeyView,
  rotateApiKeyBody,
} from './api-keys.js';

const body = { name: 'Nightly import', role: 'operator' };

describe('the body that issues an API key', () => {
  it.each([
    ['no lifetime', {}],
    ['a lifetime of one day', { expires_in_days: 1 }],
    ['the longest lifetime', { expires_in_days: 90 }],
    ['a name of one character', { name: 'x' }],
    ['a name of 100 characters', { name: 'x'.repeat(100) }],
    ['a name in another script', { name: 'Ночной импорт' }],
    ['a name with markup, which is text', { name: '<b>import</b> & co' }],
  ])('accepts %s', (_case, change) => {
    expect(issueApiKeyBody.validate({ ...body, ...change })).toEqual({ value: { ...body, ...change } });
  });

  it.each([
    ['no name', { name: undefined }, 'name is required'],
    ['an empty name', { name: '' }, 'name is not allowed to be empty'],
    ['a name of blanks', { name: ' \u00a0 ' }, 'name has the wrong form'],
    ['a name with a line break', { name: 'Nightly\nimport' }, 'name has the wrong form'],
    ['a name with a tab', { name: 'Nightly\timport' }, 'name has the wrong form'],
    ['a name with a C1 control character', { name: 'Nightly\u0085import' }, 'name has the wrong form'],
    [
      'a name of 101 characters',
      { name: 'x'.repeat(101) },
      'name length must be less than or equal to 100 characters long',
    ],
    ['no role', { role: undefined }, 'role is required'],
    ['an unknown role', { role: 'root' }, 'role must be one of [admin, operator, viewer]'],
    ['a lifetime of 0 days', { expires_in_days: 0 }, 'expires_in_days must be greater than or equal to 1'],
    ['a lifetime of 91 days', { expires_in_days: 91 }, 'expires_in_days must be less than or equal to 90'],
    ['half a day', { expires_in_days: 0.5 }, 'expires_in_days must be an integer'],
    ['a lifetime as text', { expires_in_days: '30' }, 'expires_in_days must be a number'],
    ['null for no end', { expires_in_days: null }, 'expires_in_days must be a number'],
    ['a key chosen by the caller', { key: 'secret' }, 'key is not allowed'],
  ])('refuses %s', (_case, change, message) => {
    expect(issueApiKeyBody.validate({ ...body, ...change }).error?.message).toBe(message);
  });
});

describe('the body that rotates an API key', () => {
  it('may be left out', () => {
    expect(rotateApiKeyBody.validate(undefined)).toEqual({ value: {} });
  });

  it.each([
    [{ expires_in_days: 91 }, 'expires_in_days must be less than or equal to 90'],
    [{ role: 'admin' }, 'role is not allowed'],
    [{ name: 'Other' }, 'name is not allowed'],
  ])('refuses %j: a rotation changes the key and its end alone', (change, message) => {
    expect(rotateApiKeyBody.validate(change).error?.message).toBe(message);
  });
});

describe('addresses and queries about API keys', () => {
  it('needs an id of at most 100 characters', () => {
    expect(apiKeyParams.validate({ key_id: 'k'.repeat(100) }).error).toBeUndefined();
    expect(apiKeyParams.validate({ key_id: 'k'.repeat(101) }).error).toBeDefined();
    expect(apiKeyParams.validate({}).error?.message).toBe('key_id is required');
  });

  it('lists the first 50 keys unless the query says otherwise', () => {
    expect(apiKeyListQuery.validate({})).toEqual({ value: { page: 1, limit: 50 } });
  });
});

describe('an API key in a response', () => {
  const shown = {
    id: 'key_1',
    name: body.name,
    role: 'operator',
    propose_only: false,
    status: 'grace',
    last_characters: null,
    created_at: '2026-01-31T09:30:00.000Z',
    rotated_at: null,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    previous_key_works_until: null,
  };

  it('has times that may not be known', () => {
    expect(apiKeyView.validate(shown).error).toBeUndefined();
  });

  it('holds the key itself only where it was issued', () => {
    expect(apiKeyView.validate({ ...shown, key: 'lb_x' }).error?.message).toBe('"key" is not allowed');
    expect(issuedApiKeyView.validate({ ...shown, key: 'lb_x' }).error).toBeUndefined();
    expect(issuedApiKeyView.validate(shown).error?.message).toBe('"key" is required');
  });
});
