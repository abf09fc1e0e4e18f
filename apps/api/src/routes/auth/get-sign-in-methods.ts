import { signInMethodsResponse, type SignInMethodsResponse } from '@leadbridge/contracts';
import { withTimeout } from '@leadbridge/platform';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';

/** People look at the page meanwhile. */
const probeMilliseconds = 2_000;

export const getSignInMethods = defineRoute({
  method: 'get',
  path: '/auth/methods',
  permission: 'none',
  summary: 'Get the ways to sign in',
  tags: ['Access'],
  request: {},
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
});
