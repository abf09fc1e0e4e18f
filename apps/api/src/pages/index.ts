import { fileURLToPath } from 'node:url';

import express, { Router, type RequestHandler } from 'express';

import { pageContext } from './page-context.js';
import type { PageServices } from './page-services.js';
import { requireSignIn } from './require-sign-in.js';

export { consoleFiles } from './console-files.js';
export { pageContext } from './page-context.js';
export type { PageServices } from './page-services.js';
export { scalarScript } from './scalar-script.js';
export { leadToSignIn } from './require-sign-in.js';
export { startPage, unknownPage } from './unknown-page.js';

const assets = fileURLToPath(new URL('../../public/', import.meta.url));

/** Pages from before the console, and their new addresses. */
const moved = {
  '/': '/console',
  '/sign-in': '/console/sign-in',
  '/second-factor': '/console/account',
} as const;

/** Mounted at `/admin`: the queue dashboard, our own files for it, and redirects to the console. */
export function adminPages(services: PageServices): Router {
  const router = Router({ caseSensitive: true });
  const isPage = ({ path }: { path: string }): boolean => !/^\/(api|static)\//.test(path);
  // Also on what the router itself responds to: OPTIONS.
  router.use(pageContext('/admin', services));
  router.use(
    '/assets',
    express.static(assets, { index: false, redirect: false, cacheControl: false, etag: true }),
  );
  for (const [path, target] of Object.entries(moved)) {
    router.get(path, (request, response) => {
      const query = /\?.*$/u.exec(request.originalUrl)?.[0] ?? '';
      response.redirect(301, target + query);
    });
  }
  router.use('/queues', requireSignIn(services, isPage), dashboardWhenAsked(services));
  return router;
}

/** Loaded on first use: few processes ever need it, and its packages take a fifth of the startup time. */
function dashboardWhenAsked(services: PageServices): RequestHandler {
  let dashboard: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    dashboard ??= import('./queue-dashboard.js').then(({ queueDashboard }) => queueDashboard(services));
    const handle = await dashboard;
    await handle(request, response, next);
  };
}
