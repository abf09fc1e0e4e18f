import { oidcQuery } from '@leadbridge/contracts';
import { ownPage } from '@leadbridge/domain';
import { SignInRefusedError } from '@leadbridge/usecases';

import { signInCookie } from '../../../pipeline/authentication/index.js';
import { defineRoute } from '../../../pipeline/route.js';
import { cookieEdge, oidcOf, recordRefusal, refuseInWords } from './oidc-of.js';

export const beginOidc = defineRoute({
  method: 'get',
  path: '/auth/oidc',
  permission: 'none',
  summary: 'Sign in with OpenID Connect',
  description:
    'For browsers: redirects to the issuer, which sends the browser back to `/auth/oidc/callback`. If the issuer cannot be reached, redirects to `/console/sign-in?error=issuer_unreachable`.',
  tags: ['Access'],
  request: { query: oidcQuery },
  responses: { 303: { description: 'To the issuer, or to the sign-in page.', schema: null } },
  errors: [404],
  limits: ['oidc'],
  handler: async (request) => {
    const { issuer } = oidcOf(request.services);
    try {
      const { address, begun } = await issuer.begin();
      const content = { ...begun, to: ownPage(request.query.to ?? '') };
      const cookie = signInCookie('at_issuer', content, cookieEdge(request));
      return { status: 303, headers: { Location: address, 'Set-Cookie': cookie } };
    } catch (error) {
      if (!(error instanceof SignInRefusedError)) {
        throw error;
      }
      await recordRefusal(error.reason, request);
      return refuseInWords(error.reason, request);
    }
  },
});
