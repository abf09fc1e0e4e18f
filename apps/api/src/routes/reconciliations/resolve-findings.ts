import {
  findingParams,
  reconciliationParams,
  remedyResult,
  resolveFindingBody,
  resolveKindBody,
  type ErrorReason,
} from '@leadbridge/contracts';
import type { Remedy } from '@leadbridge/domain';
import { AppError, given } from '@leadbridge/platform';
import type { ResolveRequest } from '@leadbridge/usecases';

import { conflict, fieldError } from '../../http/field-error.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { jobRoute, type PlannedWork } from '../../pipeline/job-route.js';
import type { RouteRequest } from '../../pipeline/route.js';
import { findReconciliation } from '../find-record.js';

const common = {
  permission: 'data.sync',
  limits: ['sync'],
  errors: [404, 409],
  responses: { 200: { description: 'The remedy was applied.', schema: remedyResult } },
  job: 'reconciliation_remedy',
  accepted: 'It goes on by itself.',
} as const;

export const resolveFinding = jobRoute.post(
  '/reconciliations/:reconciliation_id/findings/:finding_id/resolve',
  {
    ...common,
    summary: 'Choose a remedy for a finding',
    description:
      'One of the `remedies` that the finding offers. `follow`: the record takes the status of the ticket, as an irregular change where the lifecycle does not allow that transition. `opt_out`: the person is suppressed. `mark`: the ticket gets its Do Not Contact marks. `forget`: the record drops a ticket that no longer exists, and the next import creates another. `keep`: nothing is done, and the finding is not reported again. `adopt`: the ticket gets a record. `alias`: later imports of the company use one of its clients (`client_id`, by default the oldest).',
    request: { params: findingParams, body: resolveFindingBody },
    plan: async (request) => {
      const { reconciliation_id: reconciliationId, finding_id: findingId } = request.params;
      const { remedy, client_id: clientId } = request.body;
      if (clientId !== undefined && remedy !== 'alias') {
        throw fieldError('client_id', clientId, 'client_id goes with the remedy alias alone');
      }
      return await planRemedy(request, reconciliationId, { remedy, clientId, findings: { findingId } });
    },
  },
);

export const resolveKind = jobRoute.post('/reconciliations/:reconciliation_id/resolve', {
  ...common,
  summary: 'Choose a remedy for all findings of a kind',
  description: 'Applies to all open findings that offer this remedy, as for one finding.',
  request: { params: reconciliationParams, body: resolveKindBody },
  plan: async (request) => {
    const { kind, remedy } = request.body;
    return await planRemedy(request, request.params.reconciliation_id, { remedy, findings: { kind } });
  },
});

async function planRemedy(
  request: RouteRequest,
  reconciliationId: string,
  {
    remedy,
    clientId,
    findings,
  }: Pick<ResolveRequest, 'remedy' | 'findings'> & { readonly clientId?: number | undefined },
): Promise<PlannedWork<'reconciliation_remedy'>> {
  const { services } = request;
  await findReconciliation(services, reconciliationId);
  return {
    input: { reconciliation_id: reconciliationId, remedy, ...given({ client_id: clientId }) },
    store: async (job) => {
      const chosen = { reconciliationId, remedy, findings, ...given({ clientId }) };
      const response = await services.reconciliations.resolve(chosen, job, {
        ...auditOrigin(request),
        action: 'reconciliation.resolved',
        target: { type: 'reconciliation', id: reconciliationId },
        changes: {
          remedy: { from: null, to: remedy },
          ...(clientId === undefined ? {} : { client_id: { from: null, to: clientId } }),
          ...('kind' in findings
            ? { kind: { from: null, to: findings.kind } }
            : { finding: { from: null, to: findings.findingId } }),
        },
      });
      if (response === 'other_client') {
        const message = 'client_id is none of the clients of the finding';
        throw fieldError('client_id', clientId ?? null, message);
      }
      if (response !== 'accepted') {
        throw refusals[response](remedy, findings);
      }
    },
  };
}

const refusals = {
  unknown: (_remedy: Remedy, findings: ResolveRequest['findings']) =>
    new AppError('RESOURCE_NOT_FOUND', 'The reconciliation has no such finding', {
      details: 'kind' in findings ? { kind: findings.kind } : { finding_id: findings.findingId },
    }),
  not_offered: (remedy: Remedy) =>
    new AppError('VALIDATION_ERROR', 'This remedy is not offered', {
      details: {
        field: 'remedy',
        value: remedy,
        reason: 'REMEDY_NOT_OFFERED' satisfies ErrorReason,
      },
    }),
  resolved: () => conflict('FINDING_RESOLVED', 'A remedy was chosen already'),
} as const;
