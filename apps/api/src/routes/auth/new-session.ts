import type { IncomingHttpHeaders } from 'node:http';

import type { LoginResponse } from '@leadbridge/contracts';
import { AppError, isoTime } from '@leadbridge/platform';
import { sessionStanding, type SignedIn } from '@leadbridge/usecases';

import type { RouteResponse } from '../../http/route-response.js';
import { comesFromElsewhere, sessionCookie } from '../../pipeline/authentication/index.js';
import type { RouteRequest } from '../../pipeline/route.js';
import { presentUser } from '../../presenters/user-view.js';

/** A new session, as a token and as a cookie for pages. */
export function signedInResponse(
  signedIn: SignedIn,
  request: Pick<RouteRequest, 'services' | 'secure'>,
): RouteResponse {
  const { token, session, user } = signedIn;
  const { clock } = request.services;
  const body: LoginResponse = {
    token,
    token_type: 'Bearer',
    expires_at: isoTime(session.expiresAt),
    user: presentUser(user),
    second_factor_required: sessionStanding(session, user, clock.now()) === 'restricted',
  };
  return { status: 200, body, headers: { 'Set-Cookie': newSessionCookie(signedIn, request) } };
}

export function newSessionCookie(
  { token, session }: Pick<SignedIn, 'token' | 'session'>,
  { services: { clock }, secure }: Pick<RouteRequest, 'services' | 'secure'>,
): string {
  return sessionCookie(token, Math.floor((session.expiresAt - clock.now()) / 1000), secure);
}

/** A page of another site could sign its visitor in as someone else. @throws AppError AUTHORIZATION_ERROR */
export function refuseFromElsewhere(headers: IncomingHttpHeaders): void {
  if (comesFromElsewhere(headers)) {
    throw new AppError('AUTHORIZATION_ERROR', 'A page of another site cannot sign anybody in');
  }
}
