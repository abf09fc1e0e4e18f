import type { RouteTag } from '@leadbridge/contracts';

import type { Route, TableRoute } from '../pipeline/route.js';
import { analyticsRoutes } from './analytics.js';
import { apiKeyRoutes } from './api-keys.js';
import { auditRoutes } from './audit.js';
import { invitationRoutes } from './auth/invitations.js';
import { oidcRoutes } from './auth/oidc.js';
import { ownSessionRoutes } from './auth/own-sessions.js';
import { secondFactorRoutes } from './auth/second-factor.js';
import { signInRoutes } from './auth/sign-in.js';
import { callRoutes } from './calls.js';
import { changeRoutes } from './changes.js';
import { companyMatchRoutes } from './company-matches.js';
import { configRoutes } from './config.js';
import { documentRoutes } from './documents.js';
import { erasureRoutes } from './erasures.js';
import { errorRoutes } from './errors.js';
import { healthRoutes } from './health.js';
import { importMappingRoutes } from './import-mappings.js';
import { importRoutes } from './import.js';
import { commitJob } from './jobs/commit-job.js';
import { jobRoutes } from './jobs/jobs.js';
import { undoJob } from './jobs/undo-job.js';
import { leadRoutes } from './leads.js';
import { postMcp } from './mcp.js';
import { mirrorRoutes } from './mirror.js';
import { opportunityRoutes } from './opportunities.js';
import { prospectRoutes } from './prospects.js';
import { psaRoutes } from './psa.js';
import { reconciliationRoutes } from './reconciliations/reconciliations.js';
import { resolveFinding, resolveKind } from './reconciliations/resolve-findings.js';
import { suppressionRoutes } from './suppressions.js';
import { userRoutes } from './users.js';
import { postDncSync } from './webhooks/dnc-sync.js';
import { testSignature } from './webhooks/signatures.js';
import { webhookRoutes } from './webhooks/webhooks.js';

/** Every endpoint but the documents, by its section in them and in their order. */
const sections: readonly (readonly [RouteTag, readonly Route[]])[] = [
  ['Health', [...healthRoutes, ...changeRoutes]],
  ['Import', [...importRoutes, ...importMappingRoutes]],
  ['Leads', leadRoutes],
  ['Prospects', prospectRoutes],
  ['Opportunities', opportunityRoutes],
  ['Calls', callRoutes],
  ['Jobs', [...jobRoutes, commitJob, undoJob]],
  ['Webhooks', [...webhookRoutes, testSignature, postDncSync]],
  ['Suppressions', suppressionRoutes],
  ['Company matching', companyMatchRoutes],
  ['Erasure', erasureRoutes],
  ['Reconciliation', [...reconciliationRoutes, resolveFinding, resolveKind]],
  ['PSA', psaRoutes],
  ['Mirror', mirrorRoutes],
  ['Configuration', configRoutes],
  ['Analytics', analyticsRoutes],
  ['Errors', errorRoutes],
  [
    'Access',
    [
      ...signInRoutes,
      ...oidcRoutes,
      ...ownSessionRoutes,
      ...invitationRoutes,
      ...secondFactorRoutes,
      ...userRoutes,
      ...apiKeyRoutes,
      ...auditRoutes,
    ],
  ],
  ['MCP', [postMcp]],
];

const endpoints = sections.flatMap(([tag, routes]) => routes.map((route): TableRoute => ({ ...route, tag })));

export const routeTable: readonly TableRoute[] = [...endpoints, ...documentRoutes(endpoints)];
