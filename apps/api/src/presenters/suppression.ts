import { suppressionGate, suppressionGates, suppressionViewSchema, wireForm } from '@leadbridge/contracts';
import type { CoveredLead, SuppressionView } from '@leadbridge/contracts';
import { personName } from '@leadbridge/domain';
import type { OptOutRecord, Suppression } from '@leadbridge/usecases';

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
