import { describe, expect, it } from '@jest/globals';

import { changePasswordBody, currentSessionResponse, loginResponse, loginBody } from './sign-in.js';

const login = { email: 'ada@example.com', password: 'correct horse' };

describe('the body of a sign-in', () => {
  it.each([
    [
      'an email that no account could have: the response is the same as for a wrong password',
      { email: 'ada' },
    ],
    ['an email of 254 characters', { email: 'a'.repeat(254) }],
    ['a password that is too short to be a new one', { password: 'x' }],
    ['a password of 256 characters', { password: 'p'.repeat(256) }],
    ['a code with a blank', { code: '123 456' }],
  ])('accepts %s', (_case, change) => {
    expect(loginBody.validate({ ...login, ...change })).toEqual({ value: { ...login, ...change } });
  });

  it.each([
    ['no email', { email: undefined }, 'email is required'],
    ['no password', { password: undefined }, 'password is required'],
    ['an empty password', { password: '' }, 'password is not allowed to be empty'],
    ['a filter of a database as the email', { email: { $gt: '' } }, 'email must be a string'],
    ['a filter of a database as the password', { password: { $ne: null } }, 'password must be a string'],
    ['a list of emails', { email: ['ada@example.com'] }, 'email must be a string'],
    [
      'an email of 255 characters',
      { email: 'a'.repeat(255) },
      'email length must be less than or equal to 254 characters long',
    ],
    [
      'a password of 257 characters, before it is hashed',
      { password: 'p'.repeat(257) },
      'password length must be less than or equal to 256 characters long',
    ],
    ['a code that is a number', { code: 123_456 }, 'code must be a string'],
    ['another key', { remember: true }, 'remember is not allowed'],
  ])('refuses %s', (_case, change, message) => {
    expect(loginBody.validate({ ...login, ...change }).error?.message).toBe(message);
  });
});

describe('the body that changes the own password', () => {
  it('accepts an old password that is shorter than a new one may be', () => {
    const body = { current_password: 'old', new_password: 'ten chars!' };
    expect(changePasswordBody.validate(body)).toEqual({ value: body });
  });

  it.each([
    [{ new_password: 'ten chars!' }, 'current_password is required'],
    [{ current_password: 'old' }, 'new_password is required'],
    [
      { current_password: 'old', new_password: 'nine char' },
      'new_password length must be at least 10 characters long',
    ],
  ])('refuses %j', (body, message) => {
    expect(changePasswordBody.validate(body).error?.message).toBe(message);
  });
});

describe('the responses of a sign-in', () => {
  const user = {
    id: 'usr_1',
    email: login.email,
    name: 'Ada',
    role: 'viewer',
    disabled: false,
    second_factor: { method: null, required: false, due_at: null },
    oidc: null,
    created_at: '2026-01-31T09:30:00.000Z',
    updated_at: '2026-01-31T09:30:00.000Z',
    last_sign_in_at: null,
  };
  const expires_at = '2026-01-31T21:30:00.000Z';

  it('hold the token once, at the sign-in', () => {
    const response = { token: 't', token_type: 'Bearer', expires_at, user, second_factor_required: false };
    expect(loginResponse.validate(response).error).toBeUndefined();
    expect(loginResponse.validate({ ...response, token_type: 'bearer' }).error).toBeDefined();
  });

  it('hold no token where the session is read', () => {
    const response = {
      user,
      permissions: ['data.view.readonly'],
      second_factor_methods: [],
      psa_ticket_url: null,
      second_factor_required: true,
      session: { created_at: expires_at, expires_at, second_factor_proven: false },
    };
    expect(currentSessionResponse.validate(response).error).toBeUndefined();
    expect(currentSessionResponse.validate({ ...response, token: 't' }).error?.message).toBe(
      '"token" is not allowed',
    );
    expect(currentSessionResponse.validate({ ...response, permissions: ['everything'] }).error).toBeDefined();
  });
});
