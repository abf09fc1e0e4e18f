/** The longest `retryAfter` that is honoured, in milliseconds. */
const maxRetryAfterMs = 24 * 3_600_000;

/**
 * When to retry after a failure, or null if the retries are over: after each of the delays in turn, then
 * repeatedly after the last one. Gives up only after the whole schedule: a requested `retryAfter` never
 * extends it past the end, and each of the delays is used even if `until` had passed before the first
 * attempt.
 *
 * @param failures at least 1
 * @param retryAfter milliseconds for which the other side asked not to be called
 */
export function nextAttempt(schedule: {
  readonly failures: number;
  readonly now: number;
  /** Seconds; never empty. */
  readonly delays: readonly number[];
  /** Unix milliseconds. */
  readonly until: number;
  readonly retryAfter?: number | null;
}): number | null {
  const { failures, now, delays, until, retryAfter } = schedule;
  const seconds = delays[Math.min(failures, delays.length) - 1] ?? 0;
  const scheduled = now + seconds * 1000;
  if (scheduled > until && failures >= delays.length) {
    return null;
  }
  const asked = now + Math.min(retryAfter ?? 0, maxRetryAfterMs);
  return Math.max(scheduled, Math.min(asked, until));
}
