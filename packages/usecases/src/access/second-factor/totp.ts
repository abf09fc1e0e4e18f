import { generateSecret, generateURI, verifySync } from 'otplib';

const periodSeconds = 30;

/** A code of the step before and after counts too: people type slowly, and clocks differ. */
const toleranceSeconds = periodSeconds;

/** 160 bits in base32, as RFC 4226 wants it. */
export function generateTotpSecret(): string {
  return generateSecret();
}

/** What authenticator apps read as a QR code. */
export function totpAddress(secret: string, email: string): string {
  return generateURI({ issuer: 'Leadbridge', label: email, secret });
}

/** The time step of a code that is right at `now` (Unix milliseconds); null for a wrong one. */
export function totpStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) {
    return null;
  }
  const epoch = Math.floor(now / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid ? Math.floor(epoch / periodSeconds) + result.delta : null;
}
