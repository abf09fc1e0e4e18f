import { randomUUID } from 'node:crypto';

import { sendOidcCode, signInWithOidc, SignInRefusedError, type IssuedIdentity } from '@leadbridge/usecases';

import type { RouteResponse } from '../../../http/route-response.js';
import {
  endedSignInCookie,
  readSignInCookie,
  signInCookie,
  signInSeconds,
} from '../../../pipeline/authentication/index.js';
import { isFirstUse } from '../../../pipeline/rate-limit/index.js';
import { defineRoute, type RouteRequest } from '../../../pipeline/route.js';
import { newSessionCookie } from '../signed-in-response.js';
import { cookieEdge, oidcOf, recordRefusal, refuseInWords } from './oidc-of.js';

export const finishOidc = defineRoute({
  method: 'get',
  path: '/auth/oidc/callback',
  permission: 'none',
  summary: 'Return from the issuer',
  description:
    'The redirect URI of the service at the issuer of OpenID Connect. Sets the cookie of a session and redirects to the page that was wanted; to `/console/sign-in?mfa=1` if `POST /auth/oidc/code` must follow; and to `/console/sign-in?error=…` with `no_role`, `email_not_verified`, `user_disabled`, `issuer_unreachable` or `sign_in_failed`. Counts only in the browser that began the sign-in, within ten minutes, and once.',
  tags: ['Access'],
  request: {},
  responses: { 303: { description: 'To the page that was wanted, or to the sign-in page.', schema: null } },
  errors: [404],
  limits: ['oidc'],
  handler: async (request) => {
    const begun = readSignInCookie('at_issuer', request.headers, cookieEdge(request));
    const identity = await identityOf(request, begun).catch(asRefusal);
    if (identity instanceof SignInRefusedError) {
      await recordRefusal(identity.reason, request);
      return refuseInWords(identity.reason, request);
    }
    return await openFor(request, identity, begun?.to ?? '/console');
  },
});

type Request = Pick<RouteRequest, 'search' | 'headers' | 'address' | 'requestId' | 'secure' | 'services'>;

/** @throws SignInRefusedError */
async function identityOf(
  { search, services }: Request,
  begun: ReturnType<typeof readSignInCookie<'at_issuer'>>,
): Promise<IssuedIdentity> {
  const { issuer } = oidcOf(services);
  // The issuer refuses a repeated code, and this a repeated state, whatever the code is.
  if (begun === null || !(await isFirstUse(begun.state, signInSeconds, services.limits.limiter))) {
    throw new SignInRefusedError('sign_in_failed');
  }
  return await issuer.finish(search, begun);
}

async function openFor(request: Request, identity: IssuedIdentity, to: string): Promise<RouteResponse> {
  const { address, requestId, secure, services } = request;
  const { access, logger } = services;
  const { roles } = oidcOf(services);
  const result = await signInWithOidc(access, roles, identity, { address, requestId }).catch(asRefusal);
  // The role may be another one now, and sessions may have ended.
  access.changed();
  if (result instanceof SignInRefusedError) {
    return refuseInWords(result.reason, request);
  }
  const { user, signedIn } = result;
  if (signedIn === null) {
    await sendOidcCode(access, user, logger);
    const content = { signInId: randomUUID(), userId: user.userId, to };
    const cookie = signInCookie('at_code', content, cookieEdge(request));
    return { status: 303, headers: { Location: '/console/sign-in?mfa=1', 'Set-Cookie': cookie } };
  }
  const cookies = [newSessionCookie(signedIn, request), endedSignInCookie(secure)];
  return { status: 303, headers: { Location: to, 'Set-Cookie': cookies } };
}

function asRefusal(error: unknown): SignInRefusedError {
  if (error instanceof SignInRefusedError) {
    return error;
  }
  throw error;
}
