import { paginationOf, reconciliationListResponse, reconciliationListQuery } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentReconciliation } from '../../presenters/reconciliation.js';

export const listReconciliations = defineRoute({
  method: 'get',
  path: '/reconciliations',
  permission: 'data.view.readonly',
  summary: 'List reconciliations, newest first',
  description: 'Reconciliations and their findings are kept for 90 days.',
  tags: ['Reconciliation'],
  request: { query: reconciliationListQuery },
  responses: { 200: { description: 'A page of reconciliations.', schema: reconciliationListResponse } },
  handler: async ({ query, services }) => {
    const found = await services.reconciliations.list(query);
    return ok({
      reconciliations: await Promise.all(
        found.items.map(async (item) => presentReconciliation(item, services)),
      ),
      pagination: paginationOf('reconciliations', query, found),
    });
  },
});
