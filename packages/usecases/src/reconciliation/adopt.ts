import { hasListResult, unfinishedJobStatuses } from '@leadbridge/contracts';

import type { Job, JobRow } from '../ports/jobs.js';
import type { Finding } from '../ports/reconciliation.js';
import { adoptTickets } from './adopt-tickets.js';
import type { RemedyDependencies } from './dependencies.js';
import { RemedyRefusal, RemedyUnderWay } from './remedy-errors.js';

/**
 * Has the tickets of a finding imported, and waits for the imports: the finding is resolved if each of its
 * tickets has a record.
 *
 * @throws RemedyUnderWay until the imports have ended
 * @throws RemedyRefusal if one of them brought no record
 */
export async function adopt(
  deps: RemedyDependencies,
  finding: Finding,
  job: Job<'reconciliation_remedy'>,
): Promise<void> {
  const { findingId, psaTicketId, ticketIds } = finding;
  const tickets = psaTicketId === null ? ticketIds : [psaTicketId];
  const importIds = [...(finding.importIds ?? [])];
  const { ticketsLeft = finding.importIds === undefined ? tickets.length : 0 } = finding;
  const options = { job, reference: `${job.jobId}/${findingId}`, from: tickets.length - ticketsLeft };
  for await (const part of adoptTickets(deps, tickets, options)) {
    importIds.push(...part.importIds);
    await deps.reconciliations.noteImports(findingId, importIds, tickets.length - part.through);
  }
  if (importIds.length === 0) {
    if ((await deps.records.ofTickets(tickets)).length === 0) {
      throw new RemedyRefusal('The ticket is gone');
    }
    return;
  }
  if (ticketsLeft > 0) {
    throw new RemedyUnderWay('The imports of the tickets have begun');
  }
  for (const importId of importIds) {
    const status = (await deps.jobs.find(importId))?.status;
    if (status !== undefined && unfinishedJobStatuses.includes(status)) {
      throw new RemedyUnderWay('The tickets are being imported');
    }
  }
  await refuseFailures(deps, importIds, new Set(tickets));
}

async function refuseFailures(
  { jobs }: RemedyDependencies,
  importIds: readonly string[],
  tickets: ReadonlySet<number>,
): Promise<void> {
  const failures = new Map<string, number>();
  let count = 0;
  for (const importId of importIds) {
    for await (const row of jobs.streamRows(importId)) {
      count += 1;
      const reason = failureOf(row, tickets);
      if (reason !== null) {
        failures.set(reason, (failures.get(reason) ?? 0) + 1);
      }
    }
  }
  if (failures.size > 0) {
    const failed = [...failures.values()].reduce((sum, each) => sum + each, 0);
    const reasons = [...failures].map(([reason, times]) => `${reason}: ${times}`).join(', ');
    throw new RemedyRefusal(
      `${failed} of ${count} tickets were not adopted (${reasons}); see ${importIds.join(', ')}`,
    );
  }
}

/** Why a ticket got no record, as a code; null if it has one. */
function failureOf({ outcome }: JobRow, tickets: ReadonlySet<number>): string | null {
  if (outcome === null || outcome.status === 'failed') {
    return outcome?.code ?? 'NOT_PROCESSED';
  }
  if (hasListResult(outcome) || outcome.leadId === null) {
    return 'DO_NOT_CONTACT';
  }
  return outcome.psaTicketId === null || !tickets.has(outcome.psaTicketId) ? 'OTHER_TICKET' : null;
}
