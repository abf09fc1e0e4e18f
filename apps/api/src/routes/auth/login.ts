import { loginResponse, loginBody } from '@leadbridge/contracts';
import { signIn } from '@leadbridge/usecases';

import { defineRoute } from '../../pipeline/route.js';
import { refuseFromElsewhere } from './refuse-from-elsewhere.js';
import { signedInResponse } from './signed-in-response.js';

export const login = defineRoute({
  method: 'post',
  path: '/auth/login',
  permission: 'none',
  summary: 'Sign in',
  description:
    'If a second factor is set up, a request without its `code` gets a 401 with `mfa_required` and the method in the details; a code by email or SMS has then been sent. The session is returned as a token, and as a cookie for pages. Requests from pages of another site are refused, because they could sign the visitor in as someone else. Where passwords are switched off, everybody but the emergency admin gets 403 with the reason `PASSWORD_SIGN_IN_OFF`.',
  tags: ['Access'],
  request: { body: loginBody },
  responses: { 200: { description: 'Signed in.', schema: loginResponse } },
  errors: [401, 403, 502],
  limits: ['sign_in'],
  handler: async (request) => {
    const { body, headers, address, requestId, services } = request;
    refuseFromElsewhere(headers);
    return signedInResponse(await signIn(services.access, body, { address, requestId }), request);
  },
});
