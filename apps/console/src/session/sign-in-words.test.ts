import { describe, expect, it } from '@jest/globals';

import { refusalIn } from './sign-in-words.js';

describe('the words for a refused sign-in', () => {
  it.each([
    ['?error=no_role', 'no role'],
    ['?error=email_not_verified', 'not say that your email'],
    ['?error=user_disabled', 'disabled'],
    ['?error=issuer_unreachable', 'does not respond'],
    ['?error=sign_in_failed', 'did not succeed'],
    ['?error=anything<b>', 'did not succeed'],
    ['?error=toString', 'did not succeed'],
  ])('of %s say: %s', (search, text) => {
    expect(refusalIn(search)).toContain(text);
  });

  it('are none where nothing was refused', () => {
    expect([refusalIn(''), refusalIn('?to=/docs')]).toEqual([null, null]);
  });
});
