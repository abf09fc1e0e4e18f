import type { LoginAnswer } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { sessionStanding, type SignedIn } from '@leadbridge/usecases';

import type { Answer } from '../../http/answer.js';
import { sessionCookie } from '../../pipeline/authentication/index.js';
import type { RouteRequest } from '../../pipeline/route.js';
import { presentUser } from '../../presenters/user-view.js';

/** A new session, as a token and as a cookie for pages. */
export function signedInAnswer(
  { token, session, user }: SignedIn,
  { services: { clock }, secure }: Pick<RouteRequest, 'services' | 'secure'>,
): Answer {
  const body: LoginAnswer = {
    token,
    token_type: 'Bearer',
    expires_at: isoTime(session.expiresAt),
    user: presentUser(user),
    second_factor_required: sessionStanding(session, user, clock.now()) === 'restricted',
  };
  const seconds = Math.floor((session.expiresAt - clock.now()) / 1000);
  return { status: 200, body, headers: { 'Set-Cookie': sessionCookie(token, seconds, secure) } };
}
