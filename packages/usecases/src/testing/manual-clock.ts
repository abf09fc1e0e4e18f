/** A clock that only moves when a test moves it. */
export function createManualClock(startsAt = '2026-01-31T09:00:00.000Z') {
  let now = Date.parse(startsAt);
  return {
    now: () => now,
    pass(milliseconds: number): void {
      now += milliseconds;
    },
  };
}
