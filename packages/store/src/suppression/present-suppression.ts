import type { Suppression, SuppressionChange } from '@leadbridge/usecases';

import { readSuppressionKeys } from './suppressed-keys.js';
import type { SuppressionDocument } from './suppression-model.js';

/** An entry for the use cases; times become ISO 8601. */
export function presentSuppression(document: SuppressionDocument): Suppression {
  const { _id, references, identity, announced, fence, spreadAt, ...rest } = document;
  return {
    ...rest,
    suppressionId: _id,
    keys: readSuppressionKeys(document.keys),
    requestedAt: document.requestedAt.toISOString(),
    statusAt: document.statusAt.toISOString(),
    lastAttemptAt: isoOrNull(document.lastAttemptAt),
    pushAt: isoOrNull(document.pushAt),
    retryUntil: document.retryUntil.toISOString(),
    ticketAt: isoOrNull(document.ticketAt),
    propagateAt: isoOrNull(spreadAt),
  };
}

/** A change as MongoDB stores it; ISO 8601 becomes a date. */
export function suppressionUpdate(change: SuppressionChange): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name === 'propagateAt' ? 'spreadAt' : name,
      timeFields.has(name) && typeof value === 'string' ? new Date(value) : value,
    ]),
  );
}

const timeFields: ReadonlySet<string> = new Set<keyof SuppressionChange>([
  'statusAt',
  'lastAttemptAt',
  'pushAt',
  'retryUntil',
  'ticketAt',
  'propagateAt',
]);

function isoOrNull(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
