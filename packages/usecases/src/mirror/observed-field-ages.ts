import type { TicketSnapshot } from '@leadbridge/domain';

import type { Observation } from '../ports/psa-mirror.js';

/** When a ticket's custom fields were observed (Unix milliseconds); 0 if they have changed since. */
export function fieldsObservedAtOf({
  observedAt,
  fieldsObservedAt = observedAt,
}: Pick<Observation<TicketSnapshot>, 'observedAt' | 'fieldsObservedAt'>): number {
  return Math.min(observedAt, fieldsObservedAt);
}
