import { randomUUID } from 'node:crypto';

import { oidcCodeBody, oidcCodeResponse, oidcQuery } from '@leadbridge/contracts';
import type { OidcCodeResponse, OidcRefusal } from '@leadbridge/contracts';
import { ownPage } from '@leadbridge/domain';
import { AppError, isoTime } from '@leadbridge/platform';
import {
  failedSignIn,
  proveOidcCode,
  sendOidcCode,
  signInOver,
  SignInRefusedError,
  signInWithOidc,
} from '@leadbridge/usecases';
import type { IssuedIdentity } from '@leadbridge/usecases';

import type { RouteResponse } from '../../http/route-response.js';
import {
  endedSignInCookie,
  readSignInCookie,
  signInCookie,
  signInSeconds,
} from '../../pipeline/authentication/index.js';
import { isFirstUse, mayRecordRefusal } from '../../pipeline/rate-limit/index.js';
import { route, type Route, type RouteRequest } from '../../pipeline/route.js';
import { presentUser } from '../../presenters/user-view.js';
import type { ApiServices, OidcServices } from '../../services.js';
import { newSessionCookie, refuseFromElsewhere } from './new-session.js';

export const oidcRoutes: readonly Route[] = [
  route.get('/auth/oidc', {
    permission: 'none',
    summary: 'Sign in with OpenID Connect',
    description:
      'For browsers: redirects to the issuer, which sends the browser back to `/auth/oidc/callback`. If the issuer cannot be reached, redirects to `/console/sign-in?error=issuer_unreachable`.',
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
  }),
  route.get('/auth/oidc/callback', {
    permission: 'none',
    summary: 'Return from the issuer',
    description:
      'The redirect URI of the service at the issuer of OpenID Connect. Sets the cookie of a session and redirects to the page that was wanted; to `/console/sign-in?mfa=1` if `POST /auth/oidc/code` must follow; and to `/console/sign-in?error=…` with `no_role`, `email_not_verified`, `user_disabled`, `issuer_unreachable` or `sign_in_failed`. Counts only in the browser that began the sign-in, within ten minutes, and once.',
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
  }),
  route.post('/auth/oidc/code', {
    permission: 'none',
    summary: 'Complete a sign-in with OpenID Connect by the second factor',
    description:
      'After `/auth/oidc/callback` has redirected to `/console/sign-in?mfa=1`, in the same browser and within ten minutes. Without the `code` the response is 401 with `mfa_required` and the method in the details; a code by email or SMS has then been sent. The session is the cookie.',
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
      const signedIn = await proveOidcCode(
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
  }),
];

/** @throws SignInRefusedError */
async function identityOf(
  { search, services }: RouteRequest,
  begun: ReturnType<typeof readSignInCookie<'at_issuer'>>,
): Promise<IssuedIdentity> {
  const { issuer } = oidcOf(services);
  // The issuer refuses a repeated code, and this a repeated state, whatever the code is.
  if (begun === null || !(await isFirstUse(begun.state, signInSeconds, services.limits.limiter))) {
    throw new SignInRefusedError('sign_in_failed');
  }
  return await issuer.finish(search, begun);
}

async function openFor(request: RouteRequest, identity: IssuedIdentity, to: string): Promise<RouteResponse> {
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

/** @throws AppError RESOURCE_NOT_FOUND if sign-in with OpenID Connect is not set up */
function oidcOf({ oidc }: Pick<ApiServices, 'oidc'>): OidcServices {
  if (oidc === null) {
    throw new AppError('RESOURCE_NOT_FOUND', 'Sign-in with OpenID Connect is not set up');
  }
  return oidc;
}

/** What the cookie of a sign-in is sealed with, and when. */
function cookieEdge({ secure, services }: RouteRequest) {
  return { secrets: services.access.secrets, secure, now: services.clock.now() };
}

/** Leads a browser to the sign-in page, which says in words why nobody was signed in. */
function refuseInWords(reason: OidcRefusal, { secure }: RouteRequest): RouteResponse {
  const headers = {
    Location: `/console/sign-in?error=${reason}`,
    'Set-Cookie': endedSignInCookie(secure),
  };
  return { status: 303, headers };
}

/** Records a refusal before anybody was identified. */
async function recordRefusal(
  reason: OidcRefusal,
  { address, requestId, services }: RouteRequest,
): Promise<void> {
  if (await mayRecordRefusal(address, services.limits.limiter)) {
    await services.audit.record(failedSignIn(reason, null, { address, requestId }));
  }
}
