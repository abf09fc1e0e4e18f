import { AppError } from '@leadbridge/platform';
import type { Request, RequestHandler, Response } from 'express';

import { callerAddress } from '../http/caller-address.js';
import { edgeContext } from '../http/edge-context.js';
import { identify, type Credential } from '../pipeline/authentication/index.js';
import { secondFactorNeeded } from '../pipeline/authorization/index.js';
import { applyLimits, setHeadersOfLimits } from '../pipeline/rate-limit/index.js';
import type { ApiServices } from '../services.js';

/**
 * Lets in who is signed in. The same check as the API's: a cookie counts for a request that changes something only where the
 * browser says that it comes from our own pages. People who look at a page are sent to the console's sign-in, which also has them set up a
 * second factor where that comes first, and leads back; everything else is refused.
 */
export function requireSignIn(
  services: ApiServices,
  showsPage: (request: Request) => boolean,
): RequestHandler {
  const leadsAway = (request: Request): boolean => isLooking(request) && showsPage(request);
  return async (request, response, next) => {
    const identity = await identify(request, services.authenticators);
    if (identity instanceof AppError) {
      await applyLimits({ permission: 'none' }, callerAddress(request), response, services.limits);
      if (leadsAway(request)) {
        response.redirect(303, signInAddress(request));
        return;
      }
      throw identity;
    }
    edgeContext(response).credentialId = identity.id;
    await setHeadersOfLimits(identity.id, response, services.limits);
    if (identity.restricted === true) {
      if (leadsAway(request)) {
        response.redirect(303, signInAddress(request));
        return;
      }
      throw secondFactorNeeded();
    }
    response.locals['credential'] = identity;
    next();
  };
}

function signInAddress({ originalUrl }: Request): string {
  return `/console/sign-in?to=${encodeURIComponent(originalUrl)}`;
}

/**
 * For an endpoint of the API that is a page too: leads people who look at it in a browser to the sign-in and back, and leaves everybody
 * else to the endpoint.
 */
export function leadToSignIn(services: ApiServices, route: string): RequestHandler {
  const signInFirst = requireSignIn(services, () => true);
  return async (request, response, next) => {
    edgeContext(response).route = route;
    await (isBrowser(request) ? signInFirst(request, response, next) : next());
  };
}

/** Whether a request changes nothing. */
export function isLooking({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Programs ask for anything, and bring a credential in a header where they have one. */
export function isBrowser({ headers }: Request): boolean {
  const { accept = '', authorization, 'x-api-key': apiKey } = headers;
  return /\btext\/html\b/i.test(accept) && authorization === undefined && apiKey === undefined;
}

/** Who is signed in. @throws Error on a page without `requireSignIn` */
export function signedIn(response: Response): Credential {
  const credential = response.locals['credential'] as Credential | undefined;
  if (credential === undefined) {
    throw new Error('The page is not behind the sign-in');
  }
  return credential;
}
