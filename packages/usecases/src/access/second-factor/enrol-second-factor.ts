import { validationDetails, type SecondFactorMethod } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { CredentialRecord, PendingSecondFactor, SecondFactor, UserRecord } from '../../ports/people.js';
import type { AccessDependencies, Place } from '../access-dependencies.js';
import { phoneContext, sendCode } from './code-challenge.js';
import { currentCredential } from '../session/current-session.js';
import { proveSecondFactor, totpContext, provePerson } from './prove-person.js';
import { provenUntil } from '../session/session.js';
import { generateTotpSecret, totpAddress } from './totp.js';
import { withAttempt } from '../session/with-attempt.js';
import { requirePasswordSignIn } from '../session/require-password-sign-in.js';

/** Time to install an app or find the phone. */
const offerLifetimeMs = 15 * 60_000;

export interface EnrolRequest {
  readonly method: SecondFactorMethod;
  /** For sms, in international format. */
  readonly phone?: string;
  /** A code of the active factor, if there is one. */
  readonly code?: string;
  /** Proves the person's identity in a session without a recent proof. */
  readonly currentPassword?: string;
}

/**
 * Offers a second factor, which a code confirms (`verifySecondFactor`). A recent proof or the password is
 * required, and a code if one is already active, so that a stolen session cannot take over the account.
 *
 * @throws AppError VALIDATION_ERROR for a method that is not configured; AUTHENTICATION_ERROR for a missing
 * or wrong code, or a wrong password; AUTHORIZATION_ERROR with `password_required` for a missing password
 */
export async function enrolSecondFactor(
  deps: AccessDependencies,
  sessionId: string,
  request: EnrolRequest,
  place: Place,
) {
  checkMethod(deps, request);
  const { session, user, credential } = await currentCredential(deps, sessionId);
  if (request.currentPassword === undefined && deps.clock.now() >= provenUntil(session)) {
    throw passwordRequired();
  }
  await proveEnroller(deps, { user, credential }, request, place);
  const { method } = request;
  const secret = method === 'totp' ? generateTotpSecret() : null;
  const pending = newOffer(deps, user, request, secret);
  await deps.credentials.offerFactor(user.userId, pending);
  return {
    method,
    /** Unix milliseconds. */
    expiresAt: pending.expiresAt,
    totp: secret === null ? null : { secret, address: totpAddress(secret, user.email) },
    sentTo: method === 'totp' ? null : await sendCode(deps, user, pending, 'enrolment', null),
  };
}

/** By the password if given, and by a code of the active factor if there is one: both must then be right. */
async function proveEnroller(
  deps: AccessDependencies,
  { user, credential }: { readonly user: UserRecord; readonly credential: CredentialRecord },
  { currentPassword, code }: EnrolRequest,
  place: Place,
): Promise<void> {
  if (currentPassword === undefined && credential.factor === null) {
    return;
  }
  if (currentPassword !== undefined) {
    requirePasswordSignIn(deps, user.email);
  }
  const proves = currentPassword === undefined ? 'part' : 'all';
  await withAttempt(deps, { email: user.email, user, proves }, place, async (attempt) =>
    currentPassword === undefined
      ? proveSecondFactor(deps, attempt, { user, credential, code }, place)
      : provePerson(deps, attempt, { user, password: currentPassword, code }, place),
  );
}

function passwordRequired(): AppError {
  return new AppError(
    'AUTHORIZATION_ERROR',
    'The sign-in was more than 15 minutes ago: give your password as current_password, or sign in again',
    { details: { password_required: true } },
  );
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
