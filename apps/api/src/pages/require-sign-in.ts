import { AppError } from '@leadbridge/platform';
import type { Request, RequestHandler, Response } from 'express';

import { callerAddress } from '../http/caller-address.js';
import { edgeContext } from '../http/edge-context.js';
import { identify, type Credential } from '../pipeline/authentication/index.js';
import { secondFactorNeeded } from '../pipeline/authorization/index.js';
import { applyLimits, setHeadersOfLimits } from '../pipeline/rate-limit/index.js';
import type { ApiServices } from '../services.js';

/**
 * Admits signed-in users. Same check as the API's: a cookie counts for a change only if the browser says that
 * the request comes from our own pages. People who open a page are redirected to the console's sign-in, which
 * also lets them set up a second factor if required, and back; all other requests are rejected.
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

/** Redirects browsers without a session to the sign-in and back; all other requests pass to the endpoint. */
export function leadToSignIn(services: ApiServices, route: string): RequestHandler {
  const signInFirst = requireSignIn(services, () => true);
  return async (request, response, next) => {
    edgeContext(response).route = route;
    await (isBrowser(request) ? signInFirst(request, response, next) : next());
  };
}

export function isLooking({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Programs accept any type, or send a credential in a header. */
export function isBrowser({ headers }: Request): boolean {
  const { accept = '', authorization, 'x-api-key': apiKey } = headers;
  return /\btext\/html\b/i.test(accept) && authorization === undefined && apiKey === undefined;
}

/** The signed-in user. @throws Error on a page without `requireSignIn` */
export function signedIn(response: Response): Credential {
  const credential = response.locals['credential'] as Credential | undefined;
  if (credential === undefined) {
    throw new Error('The page is not behind the sign-in');
  }
  return credential;
}
