import { paginationOf, reconciliationListAnswer, reconciliationListQuery } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentReconciliation } from '../../presenters/reconciliation.js';

export const listReconciliations = defineRoute({
  method: 'get',
  path: '/reconciliations',
  permission: 'data.view.readonly',
  summary: 'Reconciliations, newest first',
  description: 'They are stored for 90 days with their findings.',
  tags: ['Reconciliation'],
  request: { query: reconciliationListQuery },
  answers: { 200: { description: 'A page of reconciliations.', schema: reconciliationListAnswer } },
  handler: async ({ query, services }) => {
    const found = await services.reconciliations.list(query);
    return ok({
      reconciliations: found.items.map(presentReconciliation),
      pagination: paginationOf('reconciliations', query, found),
    });
  },
});
