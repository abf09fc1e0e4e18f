import { findingView, reconciliationView, wireForm } from '@leadbridge/contracts';
import type { FindingView, ReconciliationView } from '@leadbridge/contracts';
import { csvHeader, csvLine } from '@leadbridge/platform';
import type { Finding, Reconciliation } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';

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

/** Enough rows per piece that the number of writes does not matter. */
const rowsPerPiece = 200;

/** Findings as CSV (RFC 4180), piece by piece; the values in the PSA and the records are JSON in one cell. */
export async function* findingsAsCsv(findings: AsyncIterable<Finding>): AsyncIterable<string> {
  let piece: string[] = [csvHeader(columns)];
  for await (const finding of findings) {
    const { details, remedies, resolution, ...view } = presentFinding(finding);
    const row: Readonly<Record<string, string | number | boolean | null | undefined>> = {
      ...view,
      ...resolution,
      details: JSON.stringify(details),
      remedies: remedies.join('; '),
    };
    piece.push(csvLine(columns.map((column) => row[column])));
    if (piece.length >= rowsPerPiece) {
      yield piece.join('');
      piece = [];
    }
  }
  yield piece.join('');
}
