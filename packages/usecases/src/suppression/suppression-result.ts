import type { Suppression, SuppressionEntry } from '../ports/suppression.js';

/** `reason` explains the status; for a success it is why the person opted out. */
export function suppressionResult(entry: Suppression) {
  return {
    provider: entry.provider,
    status: entry.status,
    email: entry.person?.email ?? null,
    reason: entry.statusReason ?? entry.reason,
    timestamp: entry.statusAt,
    ...(entry.error === null ? {} : { error: entry.error }),
  };
}

/** One for each of the person's addresses; the same in every retry. */
export function suppressionEntries(entry: Suppression): readonly [SuppressionEntry, ...SuppressionEntry[]] {
  const first = suppressionEntry(entry);
  return [first, ...(entry.person?.otherEmails ?? []).map((email) => ({ ...first, email }))];
}

function suppressionEntry(entry: Suppression): SuppressionEntry {
  return {
    email: entry.person?.email ?? null,
    first_name: entry.person?.firstName ?? null,
    last_name: entry.person?.lastName ?? null,
    company_name: entry.person?.companyName ?? null,
    reason: entry.reason,
    timestamp: entry.requestedAt,
    ticket_id: entry.ticketId,
  };
}
