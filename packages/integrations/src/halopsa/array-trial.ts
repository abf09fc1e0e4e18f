import type { Clock } from '@leadbridge/platform';

/** The first array holds no more: so few have to be looked up where the PSA does not return the result of each. */
const firstLength = 2;
const maxLength = 50;
const retryAfterMs = 600_000;

/** Arrays of objects that are found again by what is written into them: they need no proof beforehand, and show by themselves whether they are taken. */
export interface ArrayTrial {
  /** How many objects the next array may hold; 1 for ten minutes after one was not taken. */
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
