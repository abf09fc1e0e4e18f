import type { SignInAttempts } from '../../ports/people.js';

const quarterHourMs = 15 * 60_000;
const maxFailures = 5;

/** Failed sign-ins in memory, with the store's limit: five within a quarter of an hour. */
export function createMemoryAttempts() {
  const counts = new Map<string, { count: number; windowEndsAt: number; lockedUntil: number | null }>();
  const port: SignInAttempts = {
    async begin(email, now) {
      const before = counts.get(email);
      if (before !== undefined && before.lockedUntil !== null && before.lockedUntil > now) {
        return { lockedUntil: before.lockedUntil, locksNow: false };
      }
      const isCounting = before !== undefined && before.windowEndsAt > now;
      const count = isCounting ? before.count + 1 : 1;
      const locksNow = count >= maxFailures;
      const windowEndsAt = isCounting ? before.windowEndsAt : now + quarterHourMs;
      counts.set(email, { count, windowEndsAt, lockedUntil: locksNow ? now + quarterHourMs : null });
      return { lockedUntil: null, locksNow };
    },
    async takeBack(email) {
      const before = counts.get(email);
      if (before !== undefined) {
        counts.set(email, { ...before, count: before.count - 1, lockedUntil: null });
      }
    },
    async clear(email) {
      counts.delete(email);
    },
  };
  return { port, countOf: (email: string): number => counts.get(email)?.count ?? 0 };
}
