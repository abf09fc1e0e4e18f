import { isTracing } from '@leadbridge/platform';
import express from 'express';
import type { Express } from 'express';

import { errorHandler } from './middleware/errors/index.js';
import { setHeadersOfLimits, withoutRequestLimits } from './pipeline/rate-limit/index.js';
import { measureRequests } from './middleware/metrics/index.js';
import { checkProtocol } from './middleware/protocol/index.js';
import { requestContext } from './middleware/request-context/index.js';
import { securityHeaders } from './middleware/security-headers/index.js';
import { traceRequests } from './middleware/tracing/index.js';
import { apiPrefix } from './http/api-prefix.js';
import { plainDocumentPath, scalarAddress } from './openapi/index.js';
import { createCallWithin } from './pipeline/call-within.js';
import { mountRoutes } from './pipeline/mount-routes.js';
import { routeNotFound } from './pipeline/route-not-found.js';
import type { Route } from './pipeline/route.js';
import { metricsEndpoint, type Metrics } from './metrics/index.js';
import {
  adminPages,
  scalarScript,
  consoleFiles,
  leadToSignIn,
  pageContext,
  startPage,
  unknownPage,
  type PageServices,
} from './pages/index.js';
import { routeTable } from './routes/index.js';
import type { ApiServices } from './services.js';

/** The HTTP layer as an Express application; it opens no connections and does not listen. */
export function createApp(
  services: ApiServices,
  options: {
    trustProxy?: boolean | number | string;
    routes?: readonly Route[];
    pages?: PageServices;
    /** Without these, there is no `/metrics`. */
    metrics?: Metrics;
  } = {},
): Express {
  const app = emptyApp();
  app.set('trust proxy', options.trustProxy ?? false);
  app.use(requestContext(services));
  if (isTracing()) {
    app.use(traceRequests());
  }
  app.use(measureRequests(services.performance, options.metrics?.countRequest));
  app.use(securityHeaders());
  app.use(checkProtocol());
  if (options.pages !== undefined) {
    app.get('/', startPage);
    for (const path of ['/docs', plainDocumentPath]) {
      app.get([path, apiPrefix + path], leadToSignIn(options.pages, path));
    }
    app.get(scalarAddress, pageContext('/docs/assets', services), scalarScript());
  }
  const routes = options.routes ?? routeTable;
  mountRoutes(app, routes, services, createCallWithin(createInnerApi(services, routes)));
  if (options.pages !== undefined) {
    app.use('/admin', adminPages(options.pages));
    app.use('/console', consoleFiles(options.pages));
  }
  if (options.metrics !== undefined) {
    app.use('/metrics', metricsEndpoint(services, options.metrics));
  }
  if (options.pages !== undefined) {
    app.use(unknownPage(services, apiPrefix));
  }
  mountErrors(app, services);
  return app;
}

/**
 * The API for requests that a handler makes within the process, which are a part of another one: that one is measured, and counted
 * against the limits of requests.
 */
function createInnerApi(services: ApiServices, routes: readonly Route[]): Express {
  const inner = emptyApp();
  const uncounted = { ...services, limits: withoutRequestLimits(services.limits) };
  inner.use(requestContext(services));
  mountRoutes(inner, routes, uncounted);
  mountErrors(inner, uncounted);
  return inner;
}

function emptyApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');
  return app;
}

function mountErrors(app: Express, services: ApiServices): void {
  app.use(routeNotFound(services));
  app.use(
    errorHandler({
      ...services,
      countRefused: async (address, response) => {
        await setHeadersOfLimits(address, response, services.limits);
      },
    }),
  );
}
