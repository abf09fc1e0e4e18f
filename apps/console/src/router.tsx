import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';

import { Overview } from './screens/overview/overview.js';
import { parseSearch, stringifySearch } from './parts/search.js';
import { NotFound } from './shell/not-found.js';
import { ScreenError } from './shell/screen-error.js';
import { Shell } from './shell/shell.js';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: ScreenError });

/** Every screen but the first is loaded when somebody goes there. */
const screens: Readonly<Record<string, RouteComponent>> = {
  '/': Overview,
  '/jobs': lazyRouteComponent(async () => import('./screens/jobs/jobs.js'), 'Jobs'),
  '/account': lazyRouteComponent(async () => import('./screens/account/account.js'), 'Account'),
};

const routes = Object.entries(screens).map(([path, component]) =>
  createRoute({ getParentRoute: () => root, path, component }),
);

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
});
