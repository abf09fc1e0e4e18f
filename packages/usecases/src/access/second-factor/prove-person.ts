import type { UserRecord } from '../../ports/people.js';
import type { AccessDependencies, Place } from '../access-dependencies.js';
import { proveSecondFactor } from './prove-second-factor.js';
import { provePassword } from '../session/prove-password.js';
import type { CountedAttempt } from '../session/with-attempt.js';

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
