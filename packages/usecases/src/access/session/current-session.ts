import { AppError } from '@leadbridge/platform';
import type { ErrorReason } from '@leadbridge/contracts';

import type { CredentialRecord, SessionRecord, UserRecord } from '../../ports/people.js';
import type { AccessDependencies } from '../access-dependencies.js';
import { provenUntil } from './session.js';

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

/**
 * Lets only a session pass whose person has just given the password, and the second factor if one is set up:
 * a stolen session must not be enough to change who may sign in, or to get a key that outlives it.
 *
 * @throws AppError AUTHORIZATION_ERROR with `REAUTHENTICATION_REQUIRED`; AUTHENTICATION_ERROR if the session
 * has ended
 */
export async function requireRecentProof(
  deps: Pick<AccessDependencies, 'clock' | 'sessions'>,
  sessionId: string,
): Promise<void> {
  const { session, user } = await currentSession(deps, sessionId);
  const hasFactor = user.secondFactor === null || session.secondFactorProven;
  if (!hasFactor || deps.clock.now() >= provenUntil(session)) {
    throw new AppError(
      'AUTHORIZATION_ERROR',
      'Confirm that it is you: the password, and the second factor if one is set up, were last given more than 15 minutes ago',
      {
        details: {
          reason: 'REAUTHENTICATION_REQUIRED' satisfies ErrorReason,
          reauthenticate: '/api/v1/auth/reauthenticate',
        },
      },
    );
  }
}
