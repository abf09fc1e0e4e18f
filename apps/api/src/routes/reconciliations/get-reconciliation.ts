import { reconciliationParams, reconciliationView } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentReconciliation } from '../../presenters/reconciliation.js';
import { findReconciliation } from './find-reconciliation.js';

export const getReconciliation = defineRoute({
  method: 'get',
  path: '/reconciliations/:reconciliation_id',
  permission: 'data.view.readonly',
  summary: 'Get a reconciliation with its findings by kind',
  tags: ['Reconciliation'],
  request: { params: reconciliationParams },
  responses: { 200: { description: 'The reconciliation.', schema: reconciliationView } },
  errors: [404],
  handler: async ({ params, services }) =>
    ok(await presentReconciliation(await findReconciliation(services, params.reconciliation_id), services)),
});
