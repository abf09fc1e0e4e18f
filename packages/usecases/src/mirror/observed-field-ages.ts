import type { TicketSnapshot } from '@leadbridge/domain';

import type { Observation } from '../ports/psa-mirror.js';

/**
 * When the custom fields of a ticket were observed (Unix milliseconds); 0 if they are known to have changed
 * since.
 */
export function fieldsObservedAtOf({
  observedAt,
  fieldsObservedAt = observedAt,
}: Pick<Observation<TicketSnapshot>, 'observedAt' | 'fieldsObservedAt'>): number {
  return Math.min(observedAt, fieldsObservedAt);
}
