import { acceptedReconciliation, emptyBody, type ErrorReason } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { enqueueAndWait } from '../../pipeline/enqueue-and-wait.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';

export const postReconciliation = defineRoute({
  method: 'post',
  path: '/reconciliations',
  permission: 'config.manage',
  summary: 'Compare the PSA with the records',
  description:
    'Reads all leads, prospects, contacts and clients of the PSA, with the lowest priority in its budget, and reports where they differ from the records. It changes nothing, except that it adds suppressions for opt-outs that no notification reported (`RECONCILE_OPT_OUTS`). Only one runs at a time; one starts every night (`RECONCILE_AT`).',
  tags: ['Reconciliation'],
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
            throw new AppError('VALIDATION_ERROR', 'The PSA is being compared with the records', {
              status: 409,
              details: {
                reason: 'RECONCILIATION_RUNNING' satisfies ErrorReason,
                reconciliation_id: running.reconciliationId,
                job_id: running.jobId,
              },
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
});
