import { generateSecret, generateURI, verifySync } from 'otplib';

const periodSeconds = 30;

/** Also accepts the code of the previous and the next step: people type slowly, and clocks differ. */
const toleranceSeconds = periodSeconds;

/** 160 bits in base32, as recommended by RFC 4226. */
export function generateTotpSecret(): string {
  return generateSecret();
}

export function totpAddress(secret: string, email: string): string {
  return generateURI({ issuer: 'Leadbridge', label: email, secret });
}

/** The time step of a code that is valid at `now` (Unix milliseconds); null if it is wrong. */
export function totpStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) {
    return null;
  }
  const epoch = Math.floor(now / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid ? Math.floor(epoch / periodSeconds) + result.delta : null;
}
