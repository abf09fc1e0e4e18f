import { AppError } from '@leadbridge/platform';
import type { Request, RequestHandler, Response } from 'express';

import { edgeContext } from '../http/edge-context.js';
import { identify, type Credential } from '../middleware/authentication/index.js';
import { applyLimits } from '../middleware/rate-limit/index.js';
import type { ApiServices } from '../services.js';
import { html } from './html.js';
import { page } from './page.js';
import { setPagePolicy } from './content-security-policy.js';

/**
 * Lets in who is signed in. The same check as the API's: a cookie counts for a request that changes something only where the
 * browser says that it comes from our own pages. People who look at a page are sent to the sign-in; everything else is refused.
 */
export function requireSignIn(
  services: ApiServices,
  showsPage: (request: Request) => boolean,
): RequestHandler {
  return async (request, response, next) => {
    const identity = await identify(request, services.authenticators);
    if (identity instanceof AppError) {
      await applyLimits({ permission: 'none' }, request.ip ?? 'unknown', response, services.limits);
      if (request.method === 'GET' && showsPage(request)) {
        response.redirect(303, `/admin/sign-in?to=${encodeURIComponent(request.originalUrl)}`);
        return;
      }
      throw identity;
    }
    edgeContext(response).credentialId = identity.id;
    if (identity.restricted === true) {
      setPagePolicy(response);
      response.status(403).type('html').send(secondFactorNeeded());
      return;
    }
    response.locals['credential'] = identity;
    next();
  };
}

/** Who is signed in. @throws Error on a page without `requireSignIn` */
export function signedIn(response: Response): Credential {
  const credential = response.locals['credential'] as Credential | undefined;
  if (credential === undefined) {
    throw new Error('The page is not behind the sign-in');
  }
  return credential;
}

function secondFactorNeeded(): string {
  return page({
    title: 'Second factor needed',
    content: html`<main class="narrow">
      <h1>A second factor is needed</h1>
      <p>
        Your role requires one, and the time to set it up is over. Set it up with
        <code>POST /api/v1/auth/mfa/enroll</code>, confirm it with <code>POST /api/v1/auth/mfa/verify</code>,
        and <a href="/admin/sign-in">sign in again</a>.
      </p>
    </main>`,
  });
}
