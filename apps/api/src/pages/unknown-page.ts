import type { RequestHandler } from 'express';

import { callerAddress } from '../http/caller-address.js';
import { lookBar, lookStyle } from '../http/page-look.js';
import { setHeadersOfLimits } from '../pipeline/rate-limit/index.js';
import type { ApiServices } from '../services.js';
import { setPagePolicy } from './content-security-policy.js';
import { isBrowser, isLooking } from './require-sign-in.js';

const notFoundPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>Page not found · Leadbridge</title>
<link rel="icon" href="/console/icon.svg">${lookStyle}</head><body class="look">
${lookBar()}
<main><h1>Page not found</h1><p>The link may be old or incomplete.</p>
<p><a href="/console">Console</a> · <a href="/admin/queues">Queues</a> · <a href="/docs">API reference</a></p></main>
</body></html>
`;

/** Redirects browsers from the root to the console; passes all other requests on. */
export const startPage: RequestHandler = (request, response, next) => {
  if (isBrowser(request)) {
    response.redirect(303, '/console');
    return;
  }
  next();
};

/** Returns a 404 page to browsers; below the API's prefix, and for programs, the envelope is sent. */
export function unknownPage(services: Pick<ApiServices, 'limits'>, apiPrefix: string): RequestHandler {
  return async (request, response, next) => {
    if (!isLooking(request) || !isBrowser(request) || request.path.startsWith(`${apiPrefix}/`)) {
      next();
      return;
    }
    await setHeadersOfLimits(callerAddress(request), response, services.limits);
    setPagePolicy(response);
    response.status(404).type('html').send(notFoundPage);
  };
}
