import { validationDetails, type SecondFactorMethod } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { PendingSecondFactor, SecondFactor, SessionRecord, UserRecord } from '../../ports/people.js';
import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';
import { phoneContext, sendCode } from './code-challenge.js';
import { currentCredential } from '../session/current-session.js';
import { proveSecondFactor, totpContext } from './prove-second-factor.js';
import { isFresh } from '../session/session.js';
import { provePassword } from '../session/prove-password.js';
import { generateTotpSecret, totpAddress } from './totp.js';
import { withAttempt } from '../session/with-attempt.js';

/** Time to install an app, or to find the telephone. */
const offerLifetimeMs = 15 * 60_000;

export interface EnrolRequest {
  readonly method: SecondFactorMethod;
  /** For sms, in international form. */
  readonly phone?: string;
  /** A code of the active factor, where there is one. */
  readonly code?: string;
  /** Where no factor is active: proves who asks in a session that is no longer recent. */
  readonly currentPassword?: string;
}

/** What the person needs to confirm the factor; a secret is told this once. */
export interface EnrolOffer {
  readonly method: SecondFactorMethod;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  readonly totp: { readonly secret: string; readonly address: string } | null;
  readonly sentTo: string | null;
}

/**
 * Offers a second factor; a code of it confirms it (`verifySecondFactor`). Where one is active already, its code is needed, and else
 * a recent sign-in or the password: a stolen session must not become a stolen account.
 *
 * @throws AppError VALIDATION_ERROR for a method that is not set up here; AUTHENTICATION_ERROR for a missing or wrong code, or a wrong
 * password; AUTHORIZATION_ERROR with `password_required` for a missing one
 */
export async function enrolSecondFactor(
  deps: AccessDependencies,
  sessionId: string,
  request: EnrolRequest,
  place: Place,
): Promise<EnrolOffer> {
  checkMethod(deps, request);
  const { session, user, credential } = await currentCredential(deps, sessionId);
  const { factor } = credential;
  if (factor === null) {
    await provePerson(deps, session, user, request.currentPassword, place);
  } else {
    const facts = { user, credential, factor, code: request.code };
    await withAttempt(deps, { email: user.email, user }, place, async (attempt) =>
      proveSecondFactor(deps, attempt, facts, actingAs(user, place)),
    );
  }
  const { method } = request;
  const secret = method === 'totp' ? generateTotpSecret() : null;
  const pending = newOffer(deps, user, request, secret);
  await deps.credentials.offerFactor(user.userId, pending);
  return {
    method,
    expiresAt: pending.expiresAt,
    totp: secret === null ? null : { secret, address: totpAddress(secret, user.email) },
    sentTo: method === 'totp' ? null : await sendCode(deps, user, pending, 'enrolment', null),
  };
}

/** By the password where it was given, which must be right then; else by a sign-in just before. */
async function provePerson(
  deps: AccessDependencies,
  session: SessionRecord,
  user: UserRecord,
  password: string | undefined,
  place: Place,
): Promise<void> {
  if (password !== undefined) {
    await withAttempt(deps, { email: user.email, user }, place, async () =>
      provePassword(deps, user, password),
    );
  } else if (!isFresh(session, deps.clock.now())) {
    throw new AppError(
      'AUTHORIZATION_ERROR',
      'The sign-in was more than 15 minutes ago: give your password as current_password, or sign in again',
      { details: { password_required: true } },
    );
  }
}

function newOffer(
  { clock, secrets }: AccessDependencies,
  { userId }: UserRecord,
  { method, phone }: EnrolRequest,
  secret: string | null,
): PendingSecondFactor {
  const sealed: Pick<SecondFactor, 'sealedSecret' | 'sealedPhone'> = {
    sealedSecret: secret === null ? null : secrets.seal(secret, totpContext(userId)),
    sealedPhone: method === 'sms' && phone !== undefined ? secrets.seal(phone, phoneContext(userId)) : null,
  };
  return { method, ...sealed, expiresAt: clock.now() + offerLifetimeMs };
}

/** What this service can offer: codes by message only where there is somebody to send them. */
export function availableMethods({
  messengers,
}: Pick<AccessDependencies, 'messengers'>): readonly SecondFactorMethod[] {
  return [
    'totp',
    ...(messengers.email === null ? [] : ['email' as const]),
    ...(messengers.sms === null ? [] : ['sms' as const]),
  ];
}

function checkMethod(deps: AccessDependencies, { method, phone }: EnrolRequest): void {
  const available = availableMethods(deps);
  if (!available.includes(method)) {
    throw fault('method', method, `method is not set up here; available: ${available.join(', ')}`);
  }
  if (method === 'sms' && phone === undefined) {
    throw fault('phone', null, 'phone is required');
  }
}

function fault(field: string, value: string | null, message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, {
    details: validationDetails([{ field, value, message }]),
  });
}
