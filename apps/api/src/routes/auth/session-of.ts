import type { RouteRequest } from '../../pipeline/route.js';

/** The session of the caller. @throws Error on a route whose permission is not `session` */
export function sessionOf({ credential }: Pick<RouteRequest, 'credential'>): string {
  const sessionId = credential?.sessionId;
  if (sessionId === undefined) {
    throw new Error('The route needs a session, and its permission does not say so');
  }
  return sessionId;
}
