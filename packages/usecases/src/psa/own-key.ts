import { createHash } from 'node:crypto';

/** As many digits as every PSA can store in its field for third-party keys. */
const digits = 32;

/** Always the same for one deduplication key; reveals nothing about the person. */
export function ownKeyOf(dedupeKey: string): string {
  return `lb:${createHash('sha256').update(dedupeKey).digest('hex').slice(0, digits)}`;
}
