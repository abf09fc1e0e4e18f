import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';

import { part } from './api/part.js';
import { parseSearch, stringifySearch } from './parts/search.js';
import { Loading } from './parts/states.js';
import type { ScreenPath } from './screen-paths.js';
import { Overview } from './screens/overview/overview.js';
import { LeadOn } from './shell/lead-on.js';
import { Moved } from './shell/moved.js';
import { NotFound } from './shell/not-found.js';
import { ScreenError } from './shell/screen-error.js';
import { Shell } from './shell/shell.js';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** Every screen but the first is loaded when somebody goes there. */
const screens: Readonly<Record<ScreenPath, RouteComponent>> = {
  '/': Overview,
  '/sign-in': LeadOn,
  // Shown by `main.tsx`, before the sign-in.
  '/setup': LeadOn,
  '/import': lazyRouteComponent(
    part(async () => import('./screens/import/import.js')),
    'Import',
  ),
  '/jobs': lazyRouteComponent(
    part(async () => import('./screens/jobs/jobs.js')),
    'Jobs',
  ),
  '/jobs/$jobId': lazyRouteComponent(
    part(async () => import('./screens/jobs/job.js')),
    'JobScreen',
  ),
  '/leads': lazyRouteComponent(
    part(async () => import('./screens/leads/leads.js')),
    'Leads',
  ),
  '/leads/$leadId': lazyRouteComponent(
    part(async () => import('./screens/leads/lead.js')),
    'LeadScreen',
  ),
  '/prospects': lazyRouteComponent(
    part(async () => import('./screens/prospects/prospects.js')),
    'Prospects',
  ),
  '/prospects/$prospectId': lazyRouteComponent(
    part(async () => import('./screens/prospects/prospect.js')),
    'ProspectScreen',
  ),
  '/opportunities': lazyRouteComponent(
    part(async () => import('./screens/opportunities/opportunities.js')),
    'Opportunities',
  ),
  '/opportunities/$opportunityId': lazyRouteComponent(
    part(async () => import('./screens/opportunities/opportunity.js')),
    'OpportunityScreen',
  ),
  '/opt-outs': lazyRouteComponent(
    part(async () => import('./screens/opt-outs/opt-outs.js')),
    'OptOuts',
  ),
  '/opt-outs/import': lazyRouteComponent(
    part(async () => import('./screens/opt-outs/import-opt-outs.js')),
    'ImportOptOuts',
  ),
  '/webhooks': lazyRouteComponent(
    part(async () => import('./screens/webhooks/webhooks.js')),
    'Webhooks',
  ),
  '/webhooks/$webhookId': lazyRouteComponent(
    part(async () => import('./screens/webhooks/webhook.js')),
    'WebhookScreen',
  ),
  '/reconciliations': lazyRouteComponent(
    part(async () => import('./screens/reconciliations/reconciliations.js')),
    'Reconciliations',
  ),
  '/reconciliations/$reconciliationId': lazyRouteComponent(
    part(async () => import('./screens/reconciliations/reconciliation.js')),
    'ReconciliationScreen',
  ),
  '/company-matches': lazyRouteComponent(
    part(async () => import('./screens/company-matches/company-matches.js')),
    'CompanyMatches',
  ),
  '/psa': lazyRouteComponent(
    part(async () => import('./screens/psa/psa.js')),
    'Psa',
  ),
  '/errors': lazyRouteComponent(
    part(async () => import('./screens/errors/errors.js')),
    'Errors',
  ),
  '/audit': lazyRouteComponent(
    part(async () => import('./screens/errors/audit.js')),
    'Audit',
  ),
  '/access': Moved,
  '/people': lazyRouteComponent(
    part(async () => import('./screens/people/people.js')),
    'People',
  ),
  '/api-keys': lazyRouteComponent(
    part(async () => import('./screens/api-keys/api-keys.js')),
    'ApiKeys',
  ),
  '/queues': lazyRouteComponent(
    part(async () => import('./screens/queues/queues.js')),
    'Queues',
  ),
  '/erasure': lazyRouteComponent(
    part(async () => import('./screens/erasure/erasure.js')),
    'Erasure',
  ),
  '/settings': lazyRouteComponent(
    part(async () => import('./screens/settings/settings.js')),
    'Settings',
  ),
  '/account': lazyRouteComponent(
    part(async () => import('./screens/account/account.js')),
    'Account',
  ),
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
  // A screen that fails, or is on its way, leaves the frame around it.
  defaultErrorComponent: ScreenError,
  defaultPendingComponent: () => <Loading what="the screen" />,
});
