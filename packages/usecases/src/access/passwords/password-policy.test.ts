import { describe, expect, it } from '@jest/globals';

import { checkPassword } from './password-policy.js';

const person = { email: 'alexandra.smith@example.com', name: 'Alexandra Smith' };

describe('a new password', () => {
  it.each([
    ['a pass phrase', 'correct horse battery'],
    ['one of small letters only', 'zvbnqpwoeirut'],
    ['one that contains the name', 'Alexandra Smith 1987'],
    ['one of four different characters', 'abcdabcdabcd'],
  ])('may be %s', (_, password) => {
    expect(() => {
      checkPassword(password, person, 'password');
    }).not.toThrow();
  });

  it.each([
    ['common', 'password123', 'is one of the most common passwords'],
    ['common in capital letters', 'QWERTYuiop', 'is one of the most common passwords'],
    ['the email', 'Alexandra.Smith@Example.com', 'must not be the email or the name'],
    ['the local part of the email', 'alexandra.smith', 'must not be the email or the name'],
    ['the name', 'alexandra smith', 'must not be the email or the name'],
    ['three characters in turn', 'abcabcabcabc', 'repeats too few characters'],
    ['two letters in both cases', 'aAbBaAbBaAbB', 'repeats too few characters'],
  ])('must not be %s', (_, password, fault) => {
    const message = `new_password ${fault}`;
    const check = () => {
      checkPassword(password, person, 'new_password');
    };
    expect(check).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', message }));
  });

  it('is not repeated in the error', () => {
    try {
      checkPassword('password123', person, 'password');
      throw new Error('The password was accepted');
    } catch (error) {
      expect(JSON.stringify(error)).toContain('[not shown]');
      expect(JSON.stringify(error)).not.toContain('password123');
    }
  });
});
