import type { ErrorReason } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { AccessDependencies } from '../access-dependencies.js';
import { currentSession } from './current-session.js';
import { provenUntil } from './session.js';

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
