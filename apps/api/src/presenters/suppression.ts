import {
  suppressionGate,
  suppressionGates,
  type CoveredLead,
  type SuppressionView,
} from '@leadbridge/contracts';
import { personName } from '@leadbridge/domain';
import type { OptOutRecord, Suppression } from '@leadbridge/usecases';

/** A suppression in responses. */
export function presentSuppression(entry: Suppression): SuppressionView {
  return {
    id: entry.suppressionId,
    status: entry.status,
    status_reason: entry.statusReason,
    status_changed_at: entry.statusAt,
    error: entry.error,
    provider: entry.provider,
    ticket_id: entry.ticketId,
    lead_id: entry.leadId,
    email: entry.person?.email ?? null,
    first_name: entry.person?.firstName ?? null,
    last_name: entry.person?.lastName ?? null,
    company_name: entry.person?.companyName ?? null,
    domain: domainOf(entry),
    reason: entry.reason,
    gates: suppressionGates.filter((gate) => entry.keys.some(({ kind }) => suppressionGate(kind) === gate)),
    origin: entry.origin,
    requested_by: entry.requestedBy,
    requested_at: entry.requestedAt,
    external_id: entry.externalId ?? null,
    attempts: entry.attempts,
    last_attempt_at: entry.lastAttemptAt,
    next_attempt_at: entry.pushAt,
    retried_until: entry.retryUntil,
    ticket_pending: [...entry.marks, ...(entry.notes.length > 0 ? ['note' as const] : [])],
  };
}

/** The domain of an entry; null for a person's. */
export function domainOf({ keys }: Pick<Suppression, 'keys'>): string | null {
  return keys.find(({ kind }) => kind === 'domain')?.value ?? null;
}

/** A lead of a person who opts out. */
export function presentCoveredLead({ leadId, psaTicketId, person }: OptOutRecord): CoveredLead {
  return {
    lead_id: leadId,
    psa_ticket_id: psaTicketId,
    name: personName(person),
    company: person.companyName,
  };
}
