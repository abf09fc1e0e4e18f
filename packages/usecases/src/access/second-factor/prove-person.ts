import { AppError } from '@leadbridge/platform';

import type { CredentialRecord, UserRecord, ActiveSecondFactor } from '../../ports/people.js';
import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';
import { WrongCredentialsError, type CountedAttempt } from '../session/with-attempt.js';
import type { AuditOrigin } from '../../ports/audit.js';
import { sendCode, useCode } from './code-challenge.js';
import { recoveryHash } from './recovery-codes.js';
import { totpStep } from './totp.js';

/**
 * The person, if the password is right; takes equally long for an unknown person.
 *
 * @throws WrongCredentialsError
 */
export async function provePassword(
  { credentials, passwords }: Pick<AccessDependencies, 'credentials' | 'passwords'>,
  user: UserRecord | null,
  password: string,
): Promise<{ readonly user: UserRecord; readonly record: CredentialRecord }> {
  const record = await credentials.find(user?.userId ?? 'nobody');
  const verdict = await passwords.verify(password, record?.passwordHash ?? null);
  if (user === null || record === null || user.disabled || verdict === 'wrong') {
    throw new WrongCredentialsError();
  }
  if (verdict === 'outdated') {
    await credentials.replacePasswordHash(user.userId, record.passwordHash, await passwords.hash(password));
  }
  return { user, record };
}

/** Blanks and hyphens of any kind only make codes easier to read; a copied code may have invisible ones. */
export function plainCode(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase();
}

export function totpContext(userId: string): string {
  return `second-factor-totp:${userId}`;
}

/**
 * Verifies the active second factor, if there is one, in an attempt that was already counted. Consumes the code: of
 * two concurrent uses, one fails.
 *
 * @throws AppError AUTHENTICATION_ERROR with `mfa_required` if no code was given (a code that has to be sent
 * is then on its way), and for a wrong one
 */
export async function proveSecondFactor(
  deps: AccessDependencies,
  attempt: CountedAttempt,
  facts: { user: UserRecord; credential: CredentialRecord; code: string | undefined },
  place: Place,
): Promise<void> {
  const { user, credential, code } = facts;
  const { factor } = credential;
  if (factor === null) {
    return;
  }
  if (code === undefined) {
    await attempt.takeBack();
    const sentTo =
      factor.method === 'totp' ? null : await sendCode(deps, user, factor, 'proof', credential.challenge);
    throw new AppError('AUTHENTICATION_ERROR', 'The code of the second factor is required', {
      details: {
        mfa_required: true,
        method: factor.method,
        ...(sentTo === null ? {} : { sent_to: sentTo }),
      },
    });
  }
  if (!(await isRight(deps, user, credential, factor, plainCode(code), actingAs(user, place)))) {
    throw new WrongCredentialsError();
  }
}

async function isRight(
  deps: AccessDependencies,
  { userId }: UserRecord,
  credential: CredentialRecord,
  factor: ActiveSecondFactor,
  code: string,
  origin: AuditOrigin,
): Promise<boolean> {
  const { clock, credentials, secrets } = deps;
  const now = clock.now();
  const recovery = recoveryHash(userId, code);
  if (recovery !== null) {
    return await credentials.useRecoveryCode(userId, recovery, now, {
      ...origin,
      action: 'user.recovery_code_used',
      target: { type: 'user', id: userId },
    });
  }
  if (factor.sealedSecret === null) {
    return await useCode(deps, userId, 'proof', credential.challenge, code);
  }
  const step = totpStep(secrets.open(factor.sealedSecret, totpContext(userId)), code, now);
  return step !== null && (await credentials.useTotpStep(userId, step));
}

/**
 * Proves everything that a sign-in needs: the password, and the second factor if one is active.
 *
 * @throws as `provePassword` and `proveSecondFactor`
 */
export async function provePerson(
  deps: AccessDependencies,
  attempt: CountedAttempt,
  claimed: { readonly user: UserRecord | null; readonly password: string; readonly code: string | undefined },
  place: Place,
): Promise<{ readonly user: UserRecord; readonly hasFactor: boolean }> {
  const { user, record: credential } = await provePassword(deps, claimed.user, claimed.password);
  await proveSecondFactor(deps, attempt, { user, credential, code: claimed.code }, place);
  return { user, hasFactor: credential.factor !== null };
}
