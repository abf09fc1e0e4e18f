import { AppError } from '@leadbridge/platform';

import type { UserRecord } from '../../ports/people.js';
import type { AccessDependencies, Place } from '../access-dependencies.js';

/** The message is the same for every cause, so that it does not reveal which part was right. */
export class WrongCredentialsError extends AppError {
  constructor() {
    super('AUTHENTICATION_ERROR', 'The email, the password or the code is wrong');
  }
}

export interface CountedAttempt {
  /** Uncounts an attempt that was neither right nor wrong, because a part of it was missing. */
  takeBack(): Promise<void>;
}

/**
 * Runs a proof of identity, counted as an attempt to sign in with the person's email. Five failures within a
 * quarter of an hour lock the email for another quarter, whether or not it belongs to a user (`user`). Open
 * sessions and keys are not affected. Only a right proof of everything that a sign-in needs clears the
 * count: who knows the password alone must not be able to try codes forever, nor the reverse.
 *
 * @throws AppError RATE_LIMIT_EXCEEDED with Retry-After while it is locked, and whatever `prove` throws
 */
export async function withAttempt<T>(
  { attempts, clock, audit }: Pick<AccessDependencies, 'attempts' | 'clock' | 'audit'>,
  who: {
    readonly email: string;
    readonly user: UserRecord | null;
    /** Whether `prove` is about everything that a sign-in needs. */
    readonly proves: 'all' | 'part';
  },
  place: Place,
  prove: (attempt: CountedAttempt) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  const { lockedUntil, locksNow } = await attempts.begin(who.email, now);
  if (lockedUntil !== null) {
    throw new AppError('RATE_LIMIT_EXCEEDED', 'Too many failed attempts to sign in', {
      retryAfterSeconds: Math.max(1, Math.ceil((lockedUntil - now) / 1000)),
      details: { limit: 'failed_sign_ins' },
    });
  }
  try {
    const proven = await prove({ takeBack: async () => attempts.takeBack(who.email) });
    await (who.proves === 'all' ? attempts.clear(who.email) : attempts.takeBack(who.email));
    return proven;
  } catch (error) {
    if (error instanceof WrongCredentialsError && locksNow && who.user !== null) {
      await audit.record({
        address: place.address,
        requestId: place.requestId,
        actor: { id: 'sign-in', name: 'Sign-in', kind: 'service' },
        action: 'user.locked',
        target: { type: 'user', id: who.user.userId },
      });
    }
    throw error;
  }
}
