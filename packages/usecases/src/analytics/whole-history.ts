import type { Period } from '@leadbridge/contracts';

/**
 * One point for each interval of a period, those of which nothing is known included.
 *
 * @param period of whole intervals
 * @param known by the beginning of the interval, in Unix milliseconds
 */
export function wholeHistory<T, N>(
  period: Period,
  intervalMs: number,
  known: ReadonlyMap<number, T>,
  nothing: N,
): readonly { readonly start: string; readonly value: T | N }[] {
  const first = period.from.getTime();
  return Array.from({ length: (period.to.getTime() + 1 - first) / intervalMs }, (_, index) => {
    const start = first + index * intervalMs;
    return { start: new Date(start).toISOString(), value: known.get(start) ?? nothing };
  });
}
