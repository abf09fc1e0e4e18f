import { createHash } from 'node:crypto';

/** Of a PSA's field for the keys of other systems as much as any of them holds. */
const digits = 32;

/**
 * What a ticket bears to be found by again: always the same for one deduplication key, and nothing of the person can be read from it.
 */
export function ownKeyOf(dedupeKey: string): string {
  return `lb:${createHash('sha256').update(dedupeKey).digest('hex').slice(0, digits)}`;
}
