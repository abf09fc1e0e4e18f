const dayMs = 24 * 3_600_000;

/** How long a person may still work without a second factor: `3 days`. */
export function timeLeft(dueAt: string, nowMs: number): string {
  const leftMs = Date.parse(dueAt) - nowMs;
  if (leftMs < dayMs) {
    return 'less than a day';
  }
  const days = Math.round(leftMs / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}
