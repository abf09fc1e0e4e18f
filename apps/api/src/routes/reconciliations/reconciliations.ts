import {
  acceptedReconciliation,
  emptyBody,
  findingListQuery,
  findingListResponse,
  paginationOf,
  reconciliationListQuery,
  reconciliationListResponse,
  reconciliationParams,
  reconciliationView,
} from '@leadbridge/contracts';
import { given } from '@leadbridge/platform';

import { conflict } from '../../http/field-error.js';
import { ok } from '../../http/route-response.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { enqueueAndWait } from '../../pipeline/enqueue-and-wait.js';
import { route, type Route } from '../../pipeline/route.js';
import { findingsAsCsv, presentFinding, presentReconciliation } from '../../presenters/reconciliation.js';
import { csvResponse, wantsCsv } from '../csv-response.js';
import { findReconciliation } from '../find-record.js';
import { requestedPage } from '../requested-page.js';

export const reconciliationRoutes: readonly Route[] = [
  route.get('/reconciliations', {
    permission: 'data.view.readonly',
    summary: 'List reconciliations, newest first',
    description: 'Reconciliations and their findings are kept for 90 days.',
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
  }),
  route.post('/reconciliations', {
    permission: 'config.manage',
    summary: 'Compare the PSA with the records',
    description:
      'Reads all leads, prospects, contacts and clients of the PSA, with the lowest priority in its budget, and reports where they differ from the records. It changes nothing, except that it adds suppressions for opt-outs that no notification reported (`RECONCILE_OPT_OUTS`). Only one runs at a time; one starts every night (`RECONCILE_AT`).',
    idempotent: true,
    request: { body: emptyBody },
    responses: {
      202: {
        description: 'Accepted; `GET /reconciliations` shows its progress.',
        schema: acceptedReconciliation,
      },
    },
    errors: [409],
    handler: async (request) => {
      const { jobId, services } = request;
      // A repeated request has the id of its first run.
      const reconciliationId = jobId.replace(/^job_/u, 'rec_');
      const response = await enqueueAndWait(
        request,
        () => ({
          type: 'reconciliation',
          input: { reconciliation_id: reconciliationId },
          store: async (job) => {
            const running = await services.reconciliations.create({ reconciliationId, day: null }, job, {
              ...auditOrigin(request),
              action: 'reconciliation.requested',
              target: { type: 'reconciliation', id: reconciliationId },
              changes: {},
            });
            if (running !== null) {
              throw conflict('RECONCILIATION_RUNNING', 'The PSA is being compared with the records', {
                reconciliation_id: running.reconciliationId,
                job_id: running.jobId,
              });
            }
          },
        }),
        { inBackground: true },
      );
      return 'body' in response && typeof response.body === 'object'
        ? { ...response, body: { reconciliation_id: reconciliationId, ...response.body } }
        : response;
    },
  }),
  route.get('/reconciliations/:reconciliation_id', {
    permission: 'data.view.readonly',
    summary: 'Get a reconciliation with its findings by kind',
    request: { params: reconciliationParams },
    responses: { 200: { description: 'The reconciliation.', schema: reconciliationView } },
    handler: async ({ params, services }) =>
      ok(await presentReconciliation(await findReconciliation(services, params.reconciliation_id), services)),
  }),
  route.get('/reconciliations/:reconciliation_id/findings', {
    permission: 'data.view.readonly',
    summary: 'List the findings of a reconciliation',
    description:
      'The differences between the PSA and the records, with the possible remedies. Findings contain ids and statuses, and no personal data.',
    request: { params: reconciliationParams, query: findingListQuery },
    responses: {
      200: {
        description: 'A page of findings; as CSV, all findings that match the filters.',
        schema: findingListResponse,
        mediaTypes: ['text/csv'],
      },
    },
    handler: async ({ params, query, headers, services: { reconciliations } }) => {
      const { reconciliationId } = await findReconciliation({ reconciliations }, params.reconciliation_id);
      const filter = given({ kind: query.kind, resolved: query.resolved });
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
  }),
];
