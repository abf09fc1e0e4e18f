import { createHash, randomBytes } from 'node:crypto';

const codes = 10;
const codeForm = /^[A-Z2-7]{16}$/;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Codes for a person who has lost their second factor: 80 random bits each, for single use. */
export function generateRecoveryCodes(userId: string): {
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
} {
  const made = Array.from({ length: codes }, randomCode);
  return {
    codes: made.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')),
    hashes: made.map((code) => hashOf(userId, code)),
  };
}

/** The hash under which the code is stored; null if it cannot be a recovery code. */
export function recoveryHash(userId: string, code: string): string | null {
  return codeForm.test(code) ? hashOf(userId, code) : null;
}

function randomCode(): string {
  return Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** A code is as random as a key, so a fast hash is safe; including the person makes equal codes differ. */
function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId}:${code}`).digest('hex');
}
