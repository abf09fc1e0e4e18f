import { suppressionGate, suppressionGates, suppressionViewSchema, wireForm } from '@leadbridge/contracts';
import type { CoveredLead, SuppressionView } from '@leadbridge/contracts';
import { personName } from '@leadbridge/domain';
import type { OptOutRecord, Suppression } from '@leadbridge/usecases';

import { csvTable } from './csv-table.js';

export function presentSuppression(entry: Suppression): SuppressionView {
  return wireForm(suppressionViewSchema, {
    ...nobody,
    ...entry.person,
    ...entry,
    id: entry.suppressionId,
    statusChangedAt: entry.statusAt,
    domain: domainOf(entry),
    gates: suppressionGates.filter((gate) => entry.keys.some(({ kind }) => suppressionGate(kind) === gate)),
    externalId: entry.externalId ?? null,
    nextAttemptAt: entry.pushAt,
    retriedUntil: entry.retryUntil,
    ticketPending: [...entry.marks, ...(entry.notes.length > 0 ? ['note' as const] : [])],
  });
}

/** Until the ticket of an opt-out is read. */
const nobody = { email: null, firstName: null, lastName: null, companyName: null };

/** The domain of an entry; null for a person's. */
export function domainOf({ keys }: Pick<Suppression, 'keys'>): string | null {
  return keys.find(({ kind }) => kind === 'domain')?.value ?? null;
}

export function presentCoveredLead({ leadId, psaTicketId, person }: OptOutRecord): CoveredLead {
  return {
    lead_id: leadId,
    psa_ticket_id: psaTicketId,
    name: personName(person),
    company: person.companyName,
  };
}

const columns = [
  'id',
  'status',
  'status_reason',
  'error',
  'provider',
  'email',
  'first_name',
  'last_name',
  'company_name',
  'reason',
  'gates',
  'origin',
  'requested_by',
  'requested_at',
  'status_changed_at',
  'attempts',
  'last_attempt_at',
  'next_attempt_at',
  'retried_until',
  'ticket_id',
  'lead_id',
  'ticket_pending',
  'domain',
  'external_id',
] as const satisfies readonly (keyof SuppressionView)[];

/** Suppressions as CSV, piece by piece. */
export function suppressionsAsCsv(entries: AsyncIterable<Suppression>): AsyncIterable<string> {
  return csvTable<SuppressionView>(columns, views(entries));
}

async function* views(entries: AsyncIterable<Suppression>): AsyncIterable<SuppressionView> {
  for await (const entry of entries) {
    yield presentSuppression(entry);
  }
}
