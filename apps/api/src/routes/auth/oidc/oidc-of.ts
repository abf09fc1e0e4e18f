import type { OidcRefusal } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import { failedSignIn } from '@leadbridge/usecases';

import type { RouteResponse } from '../../../http/route-response.js';
import { endedSignInCookie } from '../../../pipeline/authentication/index.js';
import { mayRecordRefusal } from '../../../pipeline/rate-limit/index.js';
import type { RouteRequest } from '../../../pipeline/route.js';
import type { ApiServices, OidcServices } from '../../../services.js';

type Edge = Pick<RouteRequest, 'address' | 'requestId' | 'secure' | 'services'>;

/** @throws AppError RESOURCE_NOT_FOUND if sign-in with OpenID Connect is not set up */
export function oidcOf({ oidc }: Pick<ApiServices, 'oidc'>): OidcServices {
  if (oidc === null) {
    throw new AppError('RESOURCE_NOT_FOUND', 'Sign-in with OpenID Connect is not set up');
  }
  return oidc;
}

/** What the cookie of a sign-in is sealed with, and when. */
export function cookieEdge({ secure, services }: Edge) {
  return { secrets: services.access.secrets, secure, now: services.clock.now() };
}

/** Leads a browser to the sign-in page, which says in words why nobody was signed in. */
export function refuseInWords(reason: OidcRefusal, { secure }: Pick<Edge, 'secure'>): RouteResponse {
  const headers = {
    Location: `/console/sign-in?error=${reason}`,
    'Set-Cookie': endedSignInCookie(secure),
  };
  return { status: 303, headers };
}

/** Records a refusal before anybody was identified. */
export async function recordRefusal(
  reason: OidcRefusal,
  { address, requestId, services }: Edge,
): Promise<void> {
  if (await mayRecordRefusal(address, services.limits.limiter)) {
    await services.audit.record(failedSignIn(reason, null, { address, requestId }));
  }
}
