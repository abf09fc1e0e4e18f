import type { MirrorCounts, MirrorState } from '../ports/psa-mirror.js';

/** People may delete as many while the pages are read; in a larger PSA this share of all. */
const minDeletions = 10;
const deletedShare = 0.005;

/**
 * How many entities the PSA counted but did not list. A reading with a shortfall proves that what it listed
 * exists, and never that something does not: what it lacks must be searched for.
 *
 * @param counted the PSA's own count; null if it returns none
 */
export function shortfallOf(counted: number | null, listed: number): number {
  return Math.max(0, (counted ?? 0) - listed);
}

/** Whether a shortfall is larger than the deletions of people explain, so that the PSA's pages cannot be used. */
export function isUnexplained(missing: number, listed: number): boolean {
  return missing > Math.max(minDeletions, (missing + listed) * deletedShare);
}

/** Whether a kind is mirrored as a whole, as far as the last scan shows. */
export function isMirrorWhole({ complete, missing }: Pick<MirrorState, 'complete' | 'missing'>): boolean {
  return complete !== null && !isUnexplained(missing, complete.documents);
}

/** How many entities the PSA counts that the mirror lacks. */
export function missingFromMirror({ missing, unseen }: Pick<MirrorState, 'missing' | 'unseen'>): number {
  return missing + unseen;
}

/** When the oldest document was observed, in Unix milliseconds; null if there is none, or no order lets it decide anything. */
export function oldestObservation(
  { order }: Pick<MirrorState, 'order'>,
  { oldestObservedAt }: Pick<MirrorCounts, 'oldestObservedAt'>,
): number | null {
  return order === 'unknown' ? null : oldestObservedAt;
}
