import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { AppError } from '@leadbridge/platform';
import { availableMethods, currentSession } from '@leadbridge/usecases';
import express, { Router, type RequestHandler } from 'express';

import { callerAddress } from '../http/caller-address.js';
import { edgeContext } from '../http/edge-context.js';
import type { Credential } from '../pipeline/authentication/index.js';
import { tellLimits } from '../pipeline/rate-limit/index.js';
import { setPagePolicy } from './content-security-policy.js';
import { operationsContent, operationsPage } from './operations-page.js';
import type { PageServices } from './page-services.js';
import { readOverview } from './read-overview.js';
import { requireSignIn, signedIn } from './require-sign-in.js';
import { secondFactorPage } from './second-factor-page.js';
import { secondFactorTime } from './second-factor-time.js';
import { signInPage } from './sign-in-page.js';

export { consoleFiles } from './console-files.js';
export type { PageServices } from './page-services.js';
export { scalarScript } from './scalar-script.js';
export { leadToSignIn } from './require-sign-in.js';
export { startPage, unknownPage } from './unknown-page.js';

/** It is one file without imports, and browsers get it as it is. */
const qrLibrary = createRequire(import.meta.url).resolve('qr');
const assets = fileURLToPath(new URL('../../public/', import.meta.url));

/** The pages for operators, to be mounted at `/admin`. Whatever they change goes through the API, but for the dashboard's queues. */
export function adminPages(services: PageServices): Router {
  const router = Router({ caseSensitive: true });
  const isPage = ({ path }: { path: string }): boolean => !/^\/(api|static)\//.test(path);
  const behindSignIn = requireSignIn(services, isPage);
  router.use(inTheLogAs('/admin'));
  router.use(['/assets', '/sign-in'], async (request, response, next) => {
    await tellLimits(callerAddress(request), response, services.limits);
    next();
  });
  router.use(
    '/assets',
    express.static(assets, { index: false, redirect: false, cacheControl: false, etag: true }),
  );
  router.get('/assets/qr.js', (_request, response) => {
    const root = dirname(qrLibrary);
    response.type('text/javascript').sendFile(basename(qrLibrary), { root, cacheControl: false });
  });
  router.get('/sign-in', (_request, response) => {
    setPagePolicy(response);
    response.type('html').send(signInPage());
  });
  router.get('/', behindSignIn, async (_request, response) => {
    setPagePolicy(response);
    const person = signedIn(response);
    const [overview, timeLeft] = await Promise.all([
      readOverview(services, person),
      timeLeftOf(person, services),
    ]);
    response.type('html').send(operationsPage(overview, person, timeLeft));
  });
  router.get(
    '/second-factor',
    requireSignIn(services, isPage, { restricted: 'let in' }),
    showSecondFactor(services),
  );
  router.get(
    '/overview',
    requireSignIn(services, () => false),
    async (_request, response) => {
      setPagePolicy(response);
      response.type('html').send(operationsContent(await readOverview(services, signedIn(response))).text);
    },
  );
  router.use('/queues', behindSignIn, dashboardWhenAsked(services));
  return router;
}

/** Few processes are ever asked for it, and its packages are a fifth of the time that a start takes. */
function dashboardWhenAsked(services: PageServices): RequestHandler {
  let dashboard: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    dashboard ??= import('./queue-dashboard.js').then(({ queueDashboard }) => queueDashboard(services));
    const handle = await dashboard;
    await handle(request, response, next);
  };
}

function showSecondFactor({ access, clock }: PageServices): RequestHandler {
  return async (_request, response) => {
    const { sessionId, restricted = false } = signedIn(response);
    if (sessionId === undefined) {
      throw new AppError('AUTHORIZATION_ERROR', 'This is for people who are signed in');
    }
    const { user } = await currentSession(access, sessionId);
    const methods = availableMethods(access);
    setPagePolicy(response);
    response.type('html').send(secondFactorPage({ user, methods, restricted, now: clock.now() }));
  };
}

/** The page stands without it. */
async function timeLeftOf({ sessionId }: Credential, services: PageServices): Promise<string | null> {
  if (sessionId === undefined) {
    return null;
  }
  const found = await currentSession(services.access, sessionId).catch(() => null);
  return found === null ? null : secondFactorTime(found.user, services.clock.now());
}

function inTheLogAs(route: string): RequestHandler {
  return (_request, response, next) => {
    edgeContext(response).route = route;
    next();
  };
}
