/** The other side may ask to be left alone for this long; what it asks beyond is not honoured. */
const maxRetryAfterMs = 24 * 3_600_000;

/**
 * When something that failed is tried again, or null where its time is over: after each of the delays in turn, and then as often as
 * the last one says. It is given up only after the whole schedule: no wait that the other side asks for takes it past the end, and each of
 * the delays was waited for, also where the time was over before the first attempt.
 *
 * @param failures at least 1
 * @param retryAfter milliseconds that the other side asked to be left alone
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
