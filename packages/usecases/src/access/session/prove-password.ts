import type { CredentialRecord, UserRecord } from '../../ports/people.js';
import type { AccessDependencies } from '../access-dependencies.js';
import { WrongCredentialsError } from './with-attempt.js';

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
