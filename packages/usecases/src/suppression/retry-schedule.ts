/**
 * When something that failed is tried again, or null where its time is over: after each of the delays in turn, and then as often as
 * the last one says.
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
  const next = now + Math.max(seconds * 1000, retryAfter ?? 0);
  return next > until ? null : next;
}
