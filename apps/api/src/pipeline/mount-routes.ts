import type { Express, RequestHandler } from 'express';

import type { ApiServices } from '../services.js';
import { createCallWithin, type CallWithin } from './call-within.js';
import { apiPrefix } from '../http/api-prefix.js';
import { methodNotAllowed } from './route-not-found.js';
import type { Route } from './route.js';
import { runRoute } from './run-route.js';

/**
 * Mounts every route, and after each path a response for its missing methods. `/webhooks/test` comes before
 * `/webhooks/:id`, whatever the order of the table.
 *
 * @param callWithin for the requests that a handler makes itself
 * @throws Error for two routes with the same method and path
 */
export function mountRoutes(
  app: Express,
  routes: readonly Route[],
  services: ApiServices,
  callWithin: CallWithin = createCallWithin(app),
): void {
  const addresses = new Map<string, Route[]>();
  for (const route of routes) {
    const here = addresses.get(route.path) ?? [];
    if (here.some(({ method }) => method === route.method)) {
      throw new Error(`Two routes serve ${route.method.toUpperCase()} ${route.path}`);
    }
    addresses.set(route.path, [...here, route]);
  }
  const fixed = new Map<string, RequestHandler>();
  app.use((request, response, next) => {
    const handler = fixed.get(request.path) ?? goOn;
    return handler(request, response, next);
  });
  const ordered = [...addresses].sort(([left], [right]) => (rank(left) < rank(right) ? -1 : 1));
  for (const [path, here] of ordered) {
    const paths = here.some(({ atOrigin }) => atOrigin === true)
      ? [apiPrefix + path, path]
      : [apiPrefix + path];
    const handler = handlerOf(here, services, callWithin);
    // One entry of the router, where `app.all` makes one for each method that there is.
    app.route(paths).all(handler);
    // Looked up directly: the router would go through its whole list for every request.
    for (const address of path.includes(':') ? [] : paths) {
      fixed.set(address, handler);
    }
  }
}

const goOn: RequestHandler = (_request, _response, next) => {
  next();
};

/** The handlers of one path, by method. */
function handlerOf(routes: readonly Route[], services: ApiServices, callWithin: CallWithin): RequestHandler {
  const handlers = new Map(
    routes.map((route) => [route.method.toUpperCase(), runRoute(route, services, callWithin)] as const),
  );
  const refuse = methodNotAllowed(allowedMethods(routes), services);
  return (request, response, next) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const handler = handlers.get(method) ?? refuse;
    return handler(request, response, next);
  };
}

/** Sorts fixed segments before parameters. */
function rank(path: string): string {
  return path.replaceAll(/:[^/]+/g, '\uffff');
}

function allowedMethods(routes: readonly Route[]): string {
  const methods = routes.map(({ method }) => method.toUpperCase());
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}
