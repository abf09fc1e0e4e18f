import type { Suppression, SuppressionChange } from '@leadbridge/usecases';

import { isoTimes } from '../times-of.js';
import { readSuppressionKeys } from './suppressed-keys.js';
import type { SuppressionDocument } from './suppression-model.js';

export function presentSuppression(document: SuppressionDocument): Suppression {
  const { _id, references, identity, announced, fence, spreadAt, ...rest } = document;
  return {
    ...isoTimes({ ...rest, propagateAt: spreadAt }),
    suppressionId: _id,
    keys: readSuppressionKeys(document.keys),
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
