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

/** Time to install an app or find the phone. */
const offerLifetimeMs = 15 * 60_000;

export interface EnrolRequest {
  readonly method: SecondFactorMethod;
  /** For sms, in international format. */
  readonly phone?: string;
  /** A code of the active factor, if there is one. */
  readonly code?: string;
  /** If no factor is active: proves the person's identity in a session that is no longer recent. */
  readonly currentPassword?: string;
}

/** What the person needs to confirm the factor; a secret is shown only this once. */
export interface EnrolOffer {
  readonly method: SecondFactorMethod;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  readonly totp: { readonly secret: string; readonly address: string } | null;
  readonly sentTo: string | null;
}

/**
 * Offers a second factor, which a code confirms (`verifySecondFactor`). If one is already active its code is
 * required; otherwise a recent sign-in or the password, so that a stolen session cannot take over the
 * account.
 *
 * @throws AppError VALIDATION_ERROR for a method that is not configured; AUTHENTICATION_ERROR for a missing
 * or wrong code, or a wrong password; AUTHORIZATION_ERROR with `password_required` for a missing password
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

/** By the password if given, which must then be right; otherwise by a recent sign-in. */
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

/** The methods that this service can offer: email and sms only if a messenger is configured. */
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
