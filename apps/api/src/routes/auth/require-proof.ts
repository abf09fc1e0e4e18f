import { requireRecentProof } from '@leadbridge/usecases';

import type { RouteRequest } from '../../pipeline/route.js';

export const proofNote =
  'A session needs a proof of the last 15 minutes, by the sign-in or `POST /auth/reauthenticate`; without it the response is 403 with the reason `REAUTHENTICATION_REQUIRED`.';

/**
 * For changes that a stolen session must not make. API keys and tokens are their own proof.
 *
 * @throws AppError AUTHORIZATION_ERROR
 */
export async function requireProof(request: Pick<RouteRequest, 'credential' | 'services'>): Promise<void> {
  if (request.credential?.kind === 'person') {
    await requireRecentProof(request.services.access, sessionOf(request));
  }
}

/** The session of the caller. @throws Error on a route whose permission is not `session` */
export function sessionOf({ credential }: Pick<RouteRequest, 'credential'>): string {
  const sessionId = credential?.sessionId;
  if (sessionId === undefined) {
    throw new Error('The route needs a session, and its permission does not say so');
  }
  return sessionId;
}
