import { randomUUID } from 'node:crypto';

import type { FindingKind, Remedy } from '@leadbridge/domain';

import type { ServiceContext } from '../compose.js';
import { followJob, resultOfJob } from '../follow-job.js';
import { showTable } from '../show-table.js';

/** Compares the PSA with the records, and lists the findings by kind. @returns whether it completed */
export async function reconcile(context: ServiceContext): Promise<boolean> {
  const { api, terminal } = context;
  const { data: accepted } = await api.POST('/reconciliations', {
    params: { header: { 'Idempotency-Key': `cli-${randomUUID()}` } },
    body: {},
  });
  const { reconciliation_id: id } = accepted;
  terminal.note(`The reconciliation is ${id}`);
  const { error } = await followJob(context, accepted.job_id, 'Reconciliation');
  if (error !== null) {
    terminal.note(`${error.code}: ${error.message}`);
    return false;
  }
  const { data } = await api.GET('/reconciliations/{reconciliation_id}', {
    params: { path: { reconciliation_id: id } },
  });
  const counts = Object.entries(data.counts).filter(([, count]) => count > 0);
  const findings = counts.reduce((sum, [, count]) => sum + count, 0);
  terminal.note(
    `Compared ${data.tickets} tickets with ${data.records} records. Findings: ${findings}, resolved: ${data.resolved}`,
  );
  counts.forEach(([kind, count]) => {
    terminal.result(`${kind}: ${count}`);
  });
  return true;
}

export async function showFindings(
  { api, terminal }: ServiceContext,
  reconciliationId: string,
  { kind }: { readonly kind?: FindingKind },
): Promise<boolean> {
  const { data: table } = await api.GET('/reconciliations/{reconciliation_id}/findings', {
    params: {
      path: { reconciliation_id: reconciliationId },
      query: { format: 'csv', ...(kind === undefined ? {} : { kind }) },
    },
    parseAs: 'text',
  });
  return await showTable(terminal, table, { output: undefined, name: 'The findings' });
}

/** Applies a remedy to one finding, or to all of a kind. @returns whether none is left */
export async function resolveFindings(
  context: ServiceContext,
  reconciliationId: string,
  target:
    | { readonly findingId: string; readonly clientId?: number | undefined }
    | { readonly kind: FindingKind },
  remedy: Remedy,
): Promise<boolean> {
  const { api, terminal } = context;
  const header = { 'Idempotency-Key': `cli-${randomUUID()}`, Prefer: 'respond-async' };
  const { data } =
    'kind' in target
      ? await api.POST('/reconciliations/{reconciliation_id}/resolve', {
          params: { path: { reconciliation_id: reconciliationId }, header },
          body: { kind: target.kind, remedy },
        })
      : await api.POST('/reconciliations/{reconciliation_id}/findings/{finding_id}/resolve', {
          params: { path: { reconciliation_id: reconciliationId, finding_id: target.findingId }, header },
          body: { remedy, ...(target.clientId === undefined ? {} : { client_id: target.clientId }) },
        });
  const result =
    'job_id' in data
      ? await resultOfJob(context, data.job_id, 'Remedy')
      : (data as Readonly<Record<string, unknown>>);
  if (result === null) {
    return false;
  }
  const { resolved, failed } = result;
  terminal.result(`${String(resolved)} resolved, ${String(failed)} failed`);
  return failed === 0;
}
