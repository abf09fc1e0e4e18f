import { findingView, reconciliationView, wireForm } from '@leadbridge/contracts';
import type { FindingView, ReconciliationView } from '@leadbridge/contracts';
import type { Finding, Reconciliation } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';
import { csvTable } from './csv-table.js';

/** What a running one waits for is known of its job. */
export async function presentReconciliation(
  found: Reconciliation,
  {
    jobs,
    waitingFor,
  }: Pick<ApiServices, 'waitingFor'> & { readonly jobs: Pick<ApiServices['jobs'], 'find'> },
): Promise<ReconciliationView> {
  const job = found.status === 'running' ? await jobs.find(found.jobId) : null;
  return wireForm(reconciliationView, { ...found, waitingFor: job === null ? null : await waitingFor(job) });
}

export function presentFinding(finding: Finding): FindingView {
  return wireForm(findingView, { ...finding, remedies: finding.resolution === null ? finding.remedies : [] });
}

const columns = [
  'finding_id',
  'kind',
  'psa_ticket_id',
  'lead_id',
  'details',
  'remedies',
  'remedy',
  'status',
  'by',
  'at',
  'automatic',
  'error',
] as const;

/** Findings as CSV (RFC 4180), piece by piece; the values in the PSA and the records are JSON in one cell. */
export function findingsAsCsv(findings: AsyncIterable<Finding>): AsyncIterable<string> {
  return csvTable<Row>(columns, rowsOf(findings));
}

type Row = Omit<FindingView, 'resolution'> & Partial<NonNullable<FindingView['resolution']>>;

async function* rowsOf(findings: AsyncIterable<Finding>): AsyncIterable<Row> {
  for await (const finding of findings) {
    const { resolution, ...view } = presentFinding(finding);
    yield { ...view, ...resolution };
  }
}
