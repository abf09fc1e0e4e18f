import { fileURLToPath } from 'node:url';

import express, { Router, type RequestHandler } from 'express';

import { edgeContext } from '../http/edge-context.js';
import { setPagePolicy } from './content-security-policy.js';
import { operationsContent, operationsPage } from './operations-page.js';
import type { PageServices } from './page-services.js';
import { queueDashboard } from './queue-dashboard.js';
import { readOverview } from './read-overview.js';
import { requireSignIn, signedIn } from './require-sign-in.js';
import { signInPage } from './sign-in-page.js';

export type { PageServices } from './page-services.js';

const assets = fileURLToPath(new URL('../../public/', import.meta.url));

/** The pages for operators, to be mounted at `/admin`. Whatever they change goes through the API, but for the dashboard's queues. */
export function adminPages(services: PageServices): Router {
  const router = Router({ caseSensitive: true });
  const isPage = ({ path }: { path: string }): boolean => !/^\/(api|static)\//.test(path);
  const behindSignIn = requireSignIn(services, isPage);
  router.use(inTheLogAs('/admin'));
  router.use(
    '/assets',
    express.static(assets, { index: false, redirect: false, cacheControl: false, etag: true }),
  );
  router.get('/sign-in', (_request, response) => {
    setPagePolicy(response);
    response.type('html').send(signInPage());
  });
  router.get('/', behindSignIn, async (_request, response) => {
    setPagePolicy(response);
    response.type('html').send(operationsPage(await readOverview(services), signedIn(response)));
  });
  router.get(
    '/overview',
    requireSignIn(services, () => false),
    async (_request, response) => {
      setPagePolicy(response);
      response.type('html').send(operationsContent(await readOverview(services)).text);
    },
  );
  router.use('/queues', behindSignIn, queueDashboard(services));
  return router;
}

function inTheLogAs(route: string): RequestHandler {
  return (_request, response, next) => {
    edgeContext(response).route = route;
    next();
  };
}
