import { createHash, randomBytes } from 'node:crypto';

const codes = 10;
const codeForm = /^[A-Z2-7]{16}$/;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Codes for whoever has lost their second factor: 80 random bits each, to be used once. */
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

/** The hash that the code is stored under; null for what can be no recovery code. */
export function recoveryHash(userId: string, code: string): string | null {
  return codeForm.test(code) ? hashOf(userId, code) : null;
}

function randomCode(): string {
  return Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** A code is as random as a key, so that a fast hash is safe; the person in it keeps equal codes apart. */
function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId}:${code}`).digest('hex');
}
