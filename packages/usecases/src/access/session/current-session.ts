import { AppError } from '@leadbridge/platform';

import type { CredentialRecord, SessionRecord, UserRecord } from '../../ports/people.js';
import type { AccessDependencies } from '../access-dependencies.js';

/** @throws AppError AUTHENTICATION_ERROR if the session has ended since the request was accepted */
export async function currentSession(
  { sessions }: Pick<AccessDependencies, 'sessions'>,
  sessionId: string,
): Promise<{ readonly session: SessionRecord; readonly user: UserRecord }> {
  const found = await sessions.find(sessionId);
  if (found === null) {
    throw sessionEnded();
  }
  return found;
}

/** As `currentSession`, with the person's secrets. @throws AppError AUTHENTICATION_ERROR */
export async function currentCredential(
  deps: Pick<AccessDependencies, 'sessions' | 'credentials'>,
  sessionId: string,
): Promise<{
  readonly session: SessionRecord;
  readonly user: UserRecord;
  readonly credential: CredentialRecord;
}> {
  const { session, user } = await currentSession(deps, sessionId);
  const credential = await deps.credentials.find(user.userId);
  if (credential === null) {
    throw sessionEnded();
  }
  return { session, user, credential };
}

function sessionEnded(): AppError {
  return new AppError('AUTHENTICATION_ERROR', 'The session has ended');
}
