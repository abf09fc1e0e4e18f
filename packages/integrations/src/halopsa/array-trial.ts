import type { Clock } from '@leadbridge/platform';

/**
 * The length of the first array: if the PSA does not return the result of each object, only these have to be
 * looked up.
 */
const firstLength = 2;
const maxLength = 50;
const retryAfterMs = 600_000;

/**
 * Arrays of objects that can be found again by their content. They need no proof beforehand, because their
 * responses show whether they are accepted.
 */
export interface ArrayTrial {
  /** The maximum length of the next array; 1 for ten minutes after one was not accepted. */
  length(): number;
  /** @param isTaken whether the PSA returned the result of each object */
  ended(isTaken: boolean): void;
}

export function createArrayTrial(clock: Clock): ArrayTrial {
  let allowed = firstLength;
  let failedAt = Number.NEGATIVE_INFINITY;
  return {
    length: () => (clock.now() - failedAt < retryAfterMs ? 1 : allowed),
    ended(isTaken) {
      allowed = isTaken ? maxLength : firstLength;
      failedAt = isTaken ? Number.NEGATIVE_INFINITY : clock.now();
    },
  };
}
