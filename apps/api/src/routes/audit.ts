import { auditListResponse, auditQuery, paginationOf } from '@leadbridge/contracts';
import type { AuditListResponse } from '@leadbridge/contracts';

import { ok } from '../http/route-response.js';
import { route, type Route } from '../pipeline/route.js';
import { presentAuditEntry } from '../presenters/audit-view.js';
import { requestedFilter, requestedPage } from './requested-page.js';
import { requestedDays } from './requested-period.js';

export const auditRoutes: readonly Route[] = [
  route.get('/audit', {
    permission: 'logs.view',
    summary: 'List audit log entries, newest first',
    description: 'Every change of API keys, users, configuration and webhooks, and every sign-in.',
    request: { query: auditQuery },
    responses: { 200: { description: 'A page of entries.', schema: auditListResponse } },
    handler: async ({ query, services }) => {
      const { startDate: _start, endDate: _end, ...filter } = requestedFilter(query);
      const found = await services.audit.list({
        ...requestedPage(query),
        ...filter,
        ...requestedDays(query),
      });
      return ok({
        entries: found.items.map(presentAuditEntry),
        pagination: paginationOf('audit', query, found),
      } satisfies AuditListResponse);
    },
  }),
];
