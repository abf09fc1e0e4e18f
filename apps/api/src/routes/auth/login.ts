import { loginAnswer, loginBody } from '@leadbridge/contracts';
import type { LoginAnswer } from '@leadbridge/contracts';
import { AppError, isoTime } from '@leadbridge/platform';
import { sessionStanding, signIn } from '@leadbridge/usecases';

import { defineRoute } from '../../pipeline/route.js';
import { comesFromElsewhere, sessionCookie } from '../../pipeline/authentication/index.js';
import { presentUser } from '../../presenters/user-view.js';

export const login = defineRoute({
  method: 'post',
  path: '/auth/login',
  permission: 'none',
  summary: 'Sign in',
  description:
    'If a second factor is set up, a request without its `code` is answered 401 with `mfa_required` and the method in the details; a code by email or SMS has then been sent. The session is returned as a token, and as a cookie for pages. Requests from pages of another site are refused, because they could sign the visitor in as someone else.',
  tags: ['Access'],
  request: { body: loginBody },
  answers: { 200: { description: 'Signed in.', schema: loginAnswer } },
  errors: [401, 403, 502],
  limits: ['sign_in'],
  handler: async ({ body, headers, address, requestId, secure, services }) => {
    if (comesFromElsewhere(headers)) {
      throw new AppError('AUTHORIZATION_ERROR', 'A page of another site cannot sign anybody in');
    }
    const { access, clock } = services;
    const { token, session, user } = await signIn(access, body, { address, requestId });
    const answer: LoginAnswer = {
      token,
      token_type: 'Bearer',
      expires_at: isoTime(session.expiresAt),
      user: presentUser(user),
      second_factor_required: sessionStanding(session, user, clock.now()) === 'restricted',
    };
    const seconds = Math.floor((session.expiresAt - clock.now()) / 1000);
    return { status: 200, body: answer, headers: { 'Set-Cookie': sessionCookie(token, seconds, secure) } };
  },
});
