import type { Period } from '@leadbridge/contracts';

/**
 * One point for each interval of a period, including intervals without data.
 *
 * @param period of whole intervals
 * @param known by the start of the interval, in Unix milliseconds
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
