import type { ErrorReason, SecondFactorMethod } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { CredentialRecord, PendingSecondFactor, SessionRecord, UserRecord } from '../../ports/people.js';
import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';
import { useCode } from './code-challenge.js';
import { currentCredential } from '../session/current-session.js';
import { plainCode, proveSecondFactor, totpContext } from './prove-person.js';
import { generateRecoveryCodes } from './recovery-codes.js';
import { totpStep } from './totp.js';
import { withAttempt, WrongCredentialsError } from '../session/with-attempt.js';

export interface VerifiedFactor {
  readonly method: SecondFactorMethod;
  /** Shown only this once, if the code confirmed a new factor; null if it proved the active one. */
  readonly recoveryCodes: readonly string[] | null;
}

interface Facts {
  readonly session: SessionRecord;
  readonly user: UserRecord;
  readonly credential: CredentialRecord;
  readonly code: string;
}

/**
 * Confirms the pending factor by its first code; if none is pending, proves the active factor for this
 * session.
 *
 * @throws AppError AUTHENTICATION_ERROR for a wrong code, 409 if there is nothing to verify
 */
export async function verifySecondFactor(
  deps: AccessDependencies,
  sessionId: string,
  code: string,
  place: Place,
): Promise<VerifiedFactor> {
  const facts = { ...(await currentCredential(deps, sessionId)), code };
  const { user, credential } = facts;
  const { pendingFactor, factor } = credential;
  const pending = pendingFactor !== null && deps.clock.now() < pendingFactor.expiresAt ? pendingFactor : null;
  if (pending === null && factor === null) {
    throw new AppError('VALIDATION_ERROR', 'There is no second factor to verify: enrol one first', {
      status: 409,
      details: { reason: 'SECOND_FACTOR_MISSING' satisfies ErrorReason },
    });
  }
  return await withAttempt(deps, { email: user.email, user, proves: 'part' }, place, async (attempt) => {
    if (pending !== null) {
      return await confirm(deps, facts, pending, place);
    }
    if (factor === null) {
      throw new WrongCredentialsError();
    }
    await proveSecondFactor(deps, attempt, { user, credential, code }, place);
    await deps.sessions.markProven(sessionId);
    return { method: factor.method, recoveryCodes: null };
  });
}

async function confirm(
  deps: AccessDependencies,
  facts: Facts,
  pending: PendingSecondFactor,
  place: Place,
): Promise<VerifiedFactor> {
  const { session, user } = facts;
  const step = await pendingStep(deps, facts, pending);
  if (step === null) {
    throw new WrongCredentialsError();
  }
  const recovery = generateRecoveryCodes(user.userId);
  const confirmed = {
    pending,
    lastStep: step,
    recoveryHashes: recovery.hashes,
    sessionId: session.sessionId,
  };
  const accepted = await deps.credentials.confirmFactor(user.userId, confirmed, deps.clock.now(), {
    ...actingAs(user, place),
    action: 'user.second_factor_enrolled',
    target: { type: 'user', id: user.userId },
    changes: { method: { from: user.secondFactor, to: pending.method } },
  });
  if (!accepted) {
    throw new WrongCredentialsError();
  }
  return { method: pending.method, recoveryCodes: recovery.codes };
}

/** The time step of a right code, 0 for a method without steps; null for a wrong code. */
async function pendingStep(
  deps: AccessDependencies,
  { user, credential, code }: Facts,
  pending: PendingSecondFactor,
): Promise<number | null> {
  const plain = plainCode(code);
  if (pending.sealedSecret !== null) {
    const secret = deps.secrets.open(pending.sealedSecret, totpContext(user.userId));
    return totpStep(secret, plain, deps.clock.now());
  }
  return (await useCode(deps, user.userId, 'enrolment', credential.challenge, plain)) ? 0 : null;
}
