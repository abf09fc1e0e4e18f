import { describe, expect, it } from '@jest/globals';

import { plainCode } from './prove-person.js';
import { generateRecoveryCodes, recoveryHash } from './recovery-codes.js';

describe('recovery codes', () => {
  it('are ten different codes in groups of four', () => {
    const { codes } = generateRecoveryCodes('usr_1');
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    }
  });

  it('are found by their hash, as typed without hyphens or in small letters', () => {
    const { codes, hashes } = generateRecoveryCodes('usr_1');
    const typed = codes.map((code) => code.replaceAll('-', ' ').toLowerCase());
    expect(typed.map((code) => recoveryHash('usr_1', plainCode(code)))).toEqual(hashes);
  });

  it('are of no use to another person', () => {
    const { codes, hashes } = generateRecoveryCodes('usr_1');
    expect(hashes).not.toContain(recoveryHash('usr_2', plainCode(codes[0] ?? '')));
  });

  it.each(['', '123456', 'ABCDEFGHIJKLMNO', 'ABCDEFGHIJKLMNOPQ', 'ABCDEFGHIJKLMNO1', 'abcdefghijklmnop'])(
    'do not include %j',
    (code) => {
      expect(recoveryHash('usr_1', code)).toBeNull();
    },
  );
});
