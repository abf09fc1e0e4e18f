import { oidcCodeResponse, oidcCodeBody, type OidcCodeResponse } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { proveOidcCode as prove, signInOver } from '@leadbridge/usecases';

import {
  endedSignInCookie,
  readSignInCookie,
  signInSeconds,
} from '../../../pipeline/authentication/index.js';
import { isFirstUse } from '../../../pipeline/rate-limit/index.js';
import { defineRoute } from '../../../pipeline/route.js';
import { presentUser } from '../../../presenters/user-view.js';
import { refuseFromElsewhere } from '../refuse-from-elsewhere.js';
import { newSessionCookie } from '../signed-in-response.js';
import { cookieEdge, oidcOf } from './oidc-of.js';

export const proveOidcCode = defineRoute({
  method: 'post',
  path: '/auth/oidc/code',
  permission: 'none',
  summary: 'Complete a sign-in with OpenID Connect by the second factor',
  description:
    'After `/auth/oidc/callback` has redirected to `/console/sign-in?mfa=1`, in the same browser and within ten minutes. Without the `code` the response is 401 with `mfa_required` and the method in the details; a code by email or SMS has then been sent. The session is the cookie.',
  tags: ['Access'],
  request: { body: oidcCodeBody },
  responses: { 200: { description: 'Signed in.', schema: oidcCodeResponse } },
  errors: [401, 403, 404, 502],
  limits: ['sign_in'],
  handler: async (request) => {
    const { body, headers, address, requestId, secure, services } = request;
    refuseFromElsewhere(headers);
    oidcOf(services);
    const begun = readSignInCookie('at_code', headers, cookieEdge(request));
    if (begun === null) {
      throw signInOver();
    }
    const signedIn = await prove(
      services.access,
      { userId: begun.userId, code: body.code },
      { address, requestId },
      async () => isFirstUse(begun.signInId, signInSeconds, services.limits.limiter),
    );
    const response: OidcCodeResponse = {
      to: begun.to,
      expires_at: isoTime(signedIn.session.expiresAt),
      user: presentUser(signedIn.user),
    };
    const cookies = [newSessionCookie(signedIn, request), endedSignInCookie(secure)];
    return { status: 200, body: response, headers: { 'Set-Cookie': cookies } };
  },
});
