import { FINDING_KINDS } from '@leadbridge/domain';
import type { Leadbridge } from '@leadbridge/client';
import Joi from 'joi';

import { cursor } from '../arguments.js';
import { untrustedData } from '../cut.js';
import { fitPage } from '../fit.js';
import { defineTool } from '../tool.js';

export const serviceHealth = defineTool({
  name: 'service_health',
  description: 'Whether the service, its queue and the PSA work.',
  keys: {},
  run: async (_none, api) => {
    const { data } = await api.GET('/health');
    const { status, version, services, psa_failure: failure, workers, queue, psa_mirror: mirror } = data;
    const budget = data.psa_budget;
    return {
      status,
      version,
      services,
      psa_failure: failure,
      workers,
      queue,
      psa_budget:
        budget === null
          ? null
          : { limit: budget.limit, used: budget.used, window_seconds: budget.window_seconds },
      psa_mirror: mirror,
      event_dispatch: data.event_dispatch,
    };
  },
});

/** The bytes of the keys around the items, and of the id. */
const besideBytes = 150;

export const reconciliationFindings = defineTool({
  name: 'reconciliation_findings',
  description: 'Where the PSA and the records differ, by the last reconciliation or the given one.',
  keys: {
    reconciliation_id: Joi.string().max(64),
    kind: Joi.string().valid(...FINDING_KINDS),
    cursor,
  },
  run: async ({ reconciliation_id: asked, ...filter }, api) => {
    const id = asked ?? (await lastReconciliation(api));
    if (id === null) {
      return { reconciliation_id: null, findings: [], next_cursor: null };
    }
    const { items, next } = await fitPage({
      besideBytes,
      read: async (limit) => {
        const { data } = await api.GET('/reconciliations/{reconciliation_id}/findings', {
          params: { path: { reconciliation_id: id }, query: { ...filter, limit } },
        });
        return { items: data.findings, next: data.pagination.next_cursor };
      },
      // What the PSA has and what an error quotes is its text.
      item: ({ details, error, resolution, ...finding }, level) => ({
        ...finding,
        resolution: resolution === null ? null : { remedy: resolution.remedy, status: resolution.status },
        untrusted: untrustedData({ details, error }, level),
      }),
    });
    return { reconciliation_id: id, findings: items, next_cursor: next };
  },
});

async function lastReconciliation(api: Leadbridge): Promise<string | null> {
  const { data } = await api.GET('/reconciliations', { params: { query: { limit: 1 } } });
  return data.reconciliations[0]?.reconciliation_id ?? null;
}
