import { loginAnswer, loginBody } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import { signIn } from '@leadbridge/usecases';

import { defineRoute } from '../../pipeline/route.js';
import { comesFromElsewhere } from '../../pipeline/authentication/index.js';
import { signedInAnswer } from './signed-in-answer.js';

export const login = defineRoute({
  method: 'post',
  path: '/auth/login',
  permission: 'none',
  summary: 'Sign in',
  description:
    'If a second factor is set up, a request without its `code` gets a 401 with `mfa_required` and the method in the details; a code by email or SMS has then been sent. The session is returned as a token, and as a cookie for pages. Requests from pages of another site are refused, because they could sign the visitor in as someone else.',
  tags: ['Access'],
  request: { body: loginBody },
  answers: { 200: { description: 'Signed in.', schema: loginAnswer } },
  errors: [401, 403, 502],
  limits: ['sign_in'],
  handler: async (request) => {
    const { body, headers, address, requestId, services } = request;
    if (comesFromElsewhere(headers)) {
      throw new AppError('AUTHORIZATION_ERROR', 'A page of another site cannot sign anybody in');
    }
    return signedInAnswer(await signIn(services.access, body, { address, requestId }), request);
  },
});
