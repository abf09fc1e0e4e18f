import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

import { AppError } from '@leadbridge/platform';

import type { CodeChallenge, CodeMessenger, SecondFactor, UserRecord } from '../../ports/people.js';
import type { AccessDependencies } from '../access-dependencies.js';

const minute = 60_000;
const codeLifetimeMs = 10 * minute;

/** Within this time, a repeated request sends no second message. */
const resendAfter = minute / 2;

type Sending = Pick<AccessDependencies, 'clock' | 'credentials' | 'secrets' | 'messengers'>;

/**
 * Sends a code for an email or sms factor, unless one has just been sent.
 *
 * @returns the masked recipient
 * @throws AppError EXTERNAL_API_ERROR if it cannot be handed over
 */
export async function sendCode(
  { clock, credentials, secrets, messengers }: Sending,
  user: UserRecord,
  factor: SecondFactor,
  purpose: CodeChallenge['purpose'],
  before: CodeChallenge | null,
): Promise<string> {
  const { messenger, to } = recipientOf(messengers, secrets, user, factor);
  const now = clock.now();
  if (before?.purpose !== purpose || now >= before.sentAt + resendAfter) {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const challengeId = randomUUID();
    await credentials.setChallenge(user.userId, {
      challengeId,
      purpose,
      sealedCode: secrets.seal(code, codeContext(user.userId)),
      sentAt: now,
      expiresAt: now + codeLifetimeMs,
    });
    try {
      await messenger.send(to, code);
    } catch (error) {
      // Consumed, so that the next request sends another code instead of waiting for one that never arrives.
      await credentials.useChallenge(user.userId, challengeId);
      throw error;
    }
  }
  return maskRecipient(to);
}

/** Consumes the code; false if it is wrong, expired, replaced or already used. */
export async function useCode(
  { clock, credentials, secrets }: Pick<AccessDependencies, 'clock' | 'credentials' | 'secrets'>,
  userId: string,
  purpose: CodeChallenge['purpose'],
  challenge: CodeChallenge | null,
  code: string,
): Promise<boolean> {
  if (challenge?.purpose !== purpose || clock.now() >= challenge.expiresAt) {
    return false;
  }
  const sent = Buffer.from(secrets.open(challenge.sealedCode, codeContext(userId)));
  const given = Buffer.from(code);
  if (given.length !== sent.length || !timingSafeEqual(given, sent)) {
    return false;
  }
  return await credentials.useChallenge(userId, challenge.challengeId);
}

export function phoneContext(userId: string): string {
  return `second-factor-phone:${userId}`;
}

function codeContext(userId: string): string {
  return `second-factor-code:${userId}`;
}

function recipientOf(
  messengers: Sending['messengers'],
  secrets: Sending['secrets'],
  user: UserRecord,
  factor: SecondFactor,
): { messenger: CodeMessenger; to: string } {
  const isSms = factor.method === 'sms';
  const messenger = isSms ? messengers.sms : messengers.email;
  if (messenger === null) {
    throw new AppError('EXTERNAL_API_ERROR', `Codes by ${factor.method} cannot be sent at the moment`);
  }
  const to =
    isSms && factor.sealedPhone !== null
      ? secrets.open(factor.sealedPhone, phoneContext(user.userId))
      : user.email;
  return { messenger, to };
}

/** `j***@example.com`, `***4567`: enough for the person to know where to look. */
function maskRecipient(to: string): string {
  const at = to.indexOf('@');
  return at === -1 ? `***${to.slice(-4)}` : `${to.slice(0, 1)}***${to.slice(at)}`;
}
