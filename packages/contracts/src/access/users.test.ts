import { describe, expect, it } from '@jest/globals';

import { changeUserBody, createUserBody, userListQuery, userParams, userView } from './users.js';

const user = { email: 'ada@example.com', name: 'Ada Lovelace', role: 'viewer', password: 'correct horse' };

describe('the body that creates a user', () => {
  it.each([
    ['an email with capitals and a tag', { email: 'Ada.Lovelace+crm@Mail.Example.COM' }],
    ['an international email', { email: 'jörg@bücher.example' }],
    ['a local part of 64 characters', { email: `${'a'.repeat(64)}@example.com` }],
    ['a name outside Latin', { name: '阿达·洛夫莱斯' }],
    ['a password of 10 characters', { password: 'ten chars!' }],
    ['a password of 256 characters', { password: 'p'.repeat(256) }],
    ['a password with blanks at both ends', { password: '  ten chars  ' }],
  ])('accepts %s, and leaves it as it was typed', (_case, change) => {
    expect(createUserBody.validate({ ...user, ...change })).toEqual({ value: { ...user, ...change } });
  });

  it.each([
    ['no email', { email: undefined }, 'email is required'],
    ['an email without a domain', { email: 'ada@' }, 'email has the wrong form'],
    ['a domain without a dot', { email: 'ada@localhost' }, 'email has the wrong form'],
    ['a domain with an empty part', { email: 'ada@example..com' }, 'email has the wrong form'],
    ['two at signs', { email: 'ada@b@example.com' }, 'email has the wrong form'],
    ['a blank in the email', { email: 'ada @example.com' }, 'email has the wrong form'],
    ['a second line in the email', { email: 'ada@example.com\r\nBcc: x@y.zz' }, 'email has the wrong form'],
    ['a null character in the email', { email: 'ada@example.com\0' }, 'email has the wrong form'],
    ['a zero-width space after the email', { email: 'ada@example.com\u200b' }, 'email has the wrong form'],
    ['a soft hyphen in the email', { email: 'a\u00adda@example.com' }, 'email has the wrong form'],
    ['a variation selector in the domain', { email: 'ada@exa\ufe0fmple.com' }, 'email has the wrong form'],
    ['a mark of direction in the email', { email: '\u202eada@example.com' }, 'email has the wrong form'],
    ['a local part of 65 characters', { email: `${'a'.repeat(65)}@example.com` }, 'email has the wrong form'],
    [
      'an email of 255 characters',
      { email: `a@${'b'.repeat(249)}.com` },
      'email length must be less than or equal to 254 characters long',
    ],
    ['an unknown role', { role: 'owner' }, 'role must be one of [admin, operator, viewer]'],
    ['a role in capitals', { role: 'Admin' }, 'role must be one of [admin, operator, viewer]'],
    [
      'a password of 9 characters',
      { password: 'nine char' },
      'password length must be at least 10 characters long',
    ],
    [
      'a password of 257 characters',
      { password: 'p'.repeat(257) },
      'password length must be less than or equal to 256 characters long',
    ],
    ['a key that only the service sets', { disabled: true }, 'disabled is not allowed'],
  ])('refuses %s', (_case, change, message) => {
    expect(createUserBody.validate({ ...user, ...change }).error?.message).toBe(message);
  });

  it('does not quote a refused password', () => {
    const { error } = createUserBody.validate({ ...user, password: 'secret' });
    expect(error?.message).not.toContain('secret');
  });
});

describe('the body that changes a user', () => {
  it.each([{ name: 'Ada' }, { role: 'admin' }, { disabled: true }, { disabled: false }])(
    'accepts %j alone',
    (change) => {
      expect(changeUserBody.validate(change)).toEqual({ value: change });
    },
  );

  it.each([
    ['nothing to change', {}, 'body must have at least 1 key'],
    [
      'another email, which is the identity of the account',
      { email: 'b@example.com' },
      'email is not allowed',
    ],
    ['disabled as a text', { disabled: 'false' }, 'disabled must be a boolean'],
    ['a name of blanks', { name: '   ' }, 'name has the wrong form'],
    ['a short password', { password: 'short' }, 'password length must be at least 10 characters long'],
  ])('refuses %s', (_case, body, message) => {
    expect(changeUserBody.validate(body).error?.message).toBe(message);
  });
});

describe('addresses and queries about users', () => {
  it('accepts an id of 100 characters and refuses one of 101', () => {
    expect(userParams.validate({ user_id: 'u'.repeat(100) }).error).toBeUndefined();
    expect(userParams.validate({ user_id: 'u'.repeat(101) }).error?.message).toBe(
      'user_id length must be less than or equal to 100 characters long',
    );
  });

  it('lists the first 50 users unless the query says otherwise, and at most 500', () => {
    expect(userListQuery.validate({})).toEqual({ value: { page: 1, limit: 50 } });
    expect(userListQuery.validate({ limit: '500' }).error).toBeUndefined();
    expect(userListQuery.validate({ limit: '501' }).error?.message).toBe(
      'limit must be less than or equal to 500',
    );
  });
});

describe('a user in a response', () => {
  const shown = {
    id: 'usr_1',
    email: user.email,
    name: user.name,
    role: 'viewer',
    disabled: false,
    second_factor: { method: null, required: true, due_at: '2026-02-01T00:00:00.000Z' },
    oidc: null,
    created_at: '2026-01-31T09:30:00.000Z',
    updated_at: '2026-01-31T09:30:00.000Z',
    last_sign_in_at: null,
  };

  it('may never have signed in, and may have no second factor', () => {
    expect(userView.validate(shown).error).toBeUndefined();
  });

  it.each(['password', 'password_hash'])('never has a %s', (key) => {
    expect(userView.validate({ ...shown, [key]: 'x' }).error?.message).toBe(`"${key}" is not allowed`);
  });
});
