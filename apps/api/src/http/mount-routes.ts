import type { Express } from 'express';

import type { ApiServices } from '../services.js';
import { apiPrefix } from './api-prefix.js';
import { methodNotAllowed } from './route-not-found.js';
import type { Route } from './route.js';
import { runRoute } from './run-route.js';

/**
 * Mounts every route, and behind each address an answer for the methods that it lacks. `/webhooks/test` comes before
 * `/webhooks/:id`, whatever the order of the table.
 *
 * @throws Error for two routes with the same method and address
 */
export function mountRoutes(app: Express, routes: readonly Route[], services: ApiServices): void {
  const addresses = new Map<string, Route[]>();
  for (const route of routes) {
    const here = addresses.get(route.path) ?? [];
    if (here.some(({ method }) => method === route.method)) {
      throw new Error(`Two routes answer ${route.method.toUpperCase()} ${route.path}`);
    }
    addresses.set(route.path, [...here, route]);
  }
  const ordered = [...addresses].sort(([left], [right]) => (rank(left) < rank(right) ? -1 : 1));
  for (const [path, here] of ordered) {
    const paths = here.some(({ atOrigin }) => atOrigin === true)
      ? [apiPrefix + path, path]
      : [apiPrefix + path];
    for (const route of here) {
      app[route.method](paths, runRoute(route, services));
    }
    app.all(paths, methodNotAllowed(allowedMethods(here)));
  }
}

/** Sorts fixed segments before parameters. */
function rank(path: string): string {
  return path.replaceAll(/:[^/]+/g, '\uffff');
}

function allowedMethods(routes: readonly Route[]): string {
  const methods = routes.map(({ method }) => method.toUpperCase());
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}
