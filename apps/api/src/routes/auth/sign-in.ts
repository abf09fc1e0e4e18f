import { loginBody, loginResponse, signInMethodsResponse } from '@leadbridge/contracts';
import type { SignInMethodsResponse } from '@leadbridge/contracts';
import { withTimeout } from '@leadbridge/platform';
import { signIn } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { route, type Route } from '../../pipeline/route.js';
import { refuseFromElsewhere, signedInResponse } from './new-session.js';

/** People look at the page meanwhile. */
const probeMilliseconds = 2_000;

export const signInRoutes: readonly Route[] = [
  route.get('/auth/methods', {
    permission: 'none',
    summary: 'Get the ways to sign in',
    responses: { 200: { description: 'The ways that are set up.', schema: signInMethodsResponse } },
    limits: [],
    handler: async ({ services: { access, oidc } }) => {
      return ok({
        password: access.onlyPassword === null,
        oidc:
          oidc === null
            ? null
            : {
                name: oidc.name,
                available: await withTimeout(oidc.issuer.isAvailable(), probeMilliseconds).catch(() => false),
              },
      } satisfies SignInMethodsResponse);
    },
  }),
  route.post('/auth/login', {
    permission: 'none',
    summary: 'Sign in',
    description:
      'If a second factor is set up, a request without its `code` gets a 401 with `mfa_required` and the method in the details; a code by email or SMS has then been sent. The session is returned as a token, and as a cookie for pages. Requests from pages of another site are refused, because they could sign the visitor in as someone else. Where passwords are switched off, everybody but the emergency admin gets 403 with the reason `PASSWORD_SIGN_IN_OFF`.',
    request: { body: loginBody },
    responses: { 200: { description: 'Signed in.', schema: loginResponse } },
    errors: [401, 403, 502],
    limits: ['sign_in'],
    handler: async (request) => {
      const { body, headers, address, requestId, services } = request;
      refuseFromElsewhere(headers);
      return signedInResponse(await signIn(services.access, body, { address, requestId }), request);
    },
  }),
];
