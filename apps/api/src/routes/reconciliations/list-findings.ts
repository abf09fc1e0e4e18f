import {
  findingListResponse,
  findingListQuery,
  paginationOf,
  reconciliationParams,
} from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { findingsAsCsv, presentFinding } from '../../presenters/reconciliation.js';
import { csvResponse, wantsCsv } from '../csv-response.js';
import { requestedPage } from '../requested-page.js';
import { findReconciliation } from './find-reconciliation.js';

export const listFindings = defineRoute({
  method: 'get',
  path: '/reconciliations/:reconciliation_id/findings',
  permission: 'data.view.readonly',
  summary: 'List the findings of a reconciliation',
  description:
    'The differences between the PSA and the records, with the possible remedies. Findings contain ids and statuses, and no personal data.',
  tags: ['Reconciliation'],
  request: { params: reconciliationParams, query: findingListQuery },
  responses: {
    200: {
      description: 'A page of findings; as CSV, all findings that match the filters.',
      schema: findingListResponse,
      mediaTypes: ['text/csv'],
    },
  },
  errors: [404],
  handler: async ({ params, query, headers, services: { reconciliations } }) => {
    const { reconciliationId } = await findReconciliation({ reconciliations }, params.reconciliation_id);
    const { kind, resolved } = query;
    const filter = {
      ...(kind === undefined ? {} : { kind }),
      ...(resolved === undefined ? {} : { resolved }),
    };
    if (wantsCsv(query, headers)) {
      return csvResponse(
        reconciliationId,
        findingsAsCsv(reconciliations.streamFindings(reconciliationId, filter)),
      );
    }
    const found = await reconciliations.findings(reconciliationId, { ...requestedPage(query), ...filter });
    return ok({
      findings: found.items.map(presentFinding),
      pagination: paginationOf('findings', query, found),
    });
  },
});
