import type { RequestHandler } from 'express';

import { callerAddress } from '../http/caller-address.js';
import { tellLimits } from '../pipeline/rate-limit/index.js';
import type { ApiServices } from '../services.js';
import { setPagePolicy } from './content-security-policy.js';
import { html } from './html.js';
import { page } from './page.js';
import { isBrowser, isLooking } from './require-sign-in.js';
import { siteNavigation } from './site-navigation.js';

/** Leads who opens the origin in a browser to the console; everybody else goes on. */
export const startPage: RequestHandler = (request, response, next) => {
  if (isBrowser(request)) {
    response.redirect(303, '/console');
    return;
  }
  next();
};

/** Tells a browser by a page that there is none; below the API's prefix, and to programs, the envelope does. */
export function unknownPage(services: Pick<ApiServices, 'limits'>, apiPrefix: string): RequestHandler {
  return async (request, response, next) => {
    if (!isLooking(request) || !isBrowser(request) || request.path.startsWith(`${apiPrefix}/`)) {
      next();
      return;
    }
    await tellLimits(callerAddress(request), response, services.limits);
    setPagePolicy(response);
    response
      .status(404)
      .type('html')
      .send(
        page({
          title: 'No such page',
          content: html`<main class="narrow">
            <h1><span class="brand">Leadbridge</span> has no such page</h1>
            ${siteNavigation(null)}
          </main>`,
        }),
      );
  };
}
