import type { Clock } from '@leadbridge/platform';

/** A flood of invented credentials must not fill the memory. */
const maxEntries = 10_000;

/** Concurrent requests share a look-up. A change must take effect within a second: `milliseconds` is less. */
export function createTtlCache<T>(milliseconds: number, clock: Clock, lookUp: (key: string) => Promise<T>) {
  const entries = new Map<string, { readonly until: number; readonly value: Promise<T> }>();

  return {
    get(key: string): Promise<T> {
      const now = clock.now();
      const known = entries.get(key);
      if (known !== undefined && known.until > now) {
        return known.value;
      }
      const value = lookUp(key);
      const entry = { until: now + milliseconds, value };
      entries.delete(key);
      entries.set(key, entry);
      value.catch(() => {
        if (entries.get(key) === entry) {
          entries.delete(key);
        }
      });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) {
        entries.delete(oldest);
      }
      return value;
    },
    /** For changes by this process, which take effect at once. */
    forget: (): void => entries.clear(),
  };
}
