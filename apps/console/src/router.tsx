import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { RouteComponent } from '@tanstack/react-router';

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

const screen = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, RouteComponent>>>,
  name: Name,
): RouteComponent => lazyRouteComponent(part(load), name);

/** Every screen but the first is loaded when somebody goes there. */
const screens: Readonly<Record<ScreenPath, RouteComponent>> = {
  '/': Overview,
  '/sign-in': LeadOn,
  // Shown by `main.tsx`, before the sign-in.
  '/setup': LeadOn,
  '/import': screen(async () => import('./screens/import/import.js'), 'Import'),
  '/jobs': screen(async () => import('./screens/jobs/jobs.js'), 'Jobs'),
  '/jobs/$jobId': screen(async () => import('./screens/jobs/job.js'), 'JobScreen'),
  '/leads': screen(async () => import('./screens/leads/leads.js'), 'Leads'),
  '/leads/$leadId': screen(async () => import('./screens/leads/lead.js'), 'LeadScreen'),
  '/prospects': screen(async () => import('./screens/prospects/prospects.js'), 'Prospects'),
  '/prospects/$prospectId': screen(async () => import('./screens/prospects/prospect.js'), 'ProspectScreen'),
  '/opportunities': screen(async () => import('./screens/opportunities/opportunities.js'), 'Opportunities'),
  '/opportunities/$opportunityId': screen(
    async () => import('./screens/opportunities/opportunity.js'),
    'OpportunityScreen',
  ),
  '/opt-outs': screen(async () => import('./screens/opt-outs/opt-outs.js'), 'OptOuts'),
  '/opt-outs/import': screen(async () => import('./screens/opt-outs/import-opt-outs.js'), 'ImportOptOuts'),
  '/webhooks': screen(async () => import('./screens/webhooks/webhooks.js'), 'Webhooks'),
  '/webhooks/$webhookId': screen(async () => import('./screens/webhooks/webhook.js'), 'WebhookScreen'),
  '/reconciliations': screen(
    async () => import('./screens/reconciliations/reconciliations.js'),
    'Reconciliations',
  ),
  '/reconciliations/$reconciliationId': screen(
    async () => import('./screens/reconciliations/reconciliation.js'),
    'ReconciliationScreen',
  ),
  '/company-matches': screen(
    async () => import('./screens/company-matches/company-matches.js'),
    'CompanyMatches',
  ),
  '/psa': screen(async () => import('./screens/psa/psa.js'), 'Psa'),
  '/errors': screen(async () => import('./screens/errors/errors.js'), 'Errors'),
  '/audit': screen(async () => import('./screens/errors/audit.js'), 'Audit'),
  '/access': Moved,
  '/people': screen(async () => import('./screens/people/people.js'), 'People'),
  '/api-keys': screen(async () => import('./screens/api-keys/api-keys.js'), 'ApiKeys'),
  '/queues': screen(async () => import('./screens/queues/queues.js'), 'Queues'),
  '/erasure': screen(async () => import('./screens/erasure/erasure.js'), 'Erasure'),
  '/settings': screen(async () => import('./screens/settings/settings.js'), 'Settings'),
  '/account': screen(async () => import('./screens/account/account.js'), 'Account'),
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
