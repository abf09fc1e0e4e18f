import type { Period } from '@leadbridge/contracts';

const dayMilliseconds = 24 * 3_600_000;
/** What is recorded bears the time at which its transaction began; none takes this long. */
const settledMilliseconds = 10 * 60_000;
/** A little over a year, the longest period, and the days around it. */
const keptDays = 800;

/** A total of one day. */
export interface DayTotal<T> {
  /** Days since the Unix epoch, in UTC. */
  readonly day: number;
  readonly total: T;
}

/**
 * Totals of a period, of which whole days that are over are added up once: facts are only ever added, and with the time of their
 * recording. The pieces of days at either end, and the day in hand, are read each time.
 *
 * @param load the totals of a period by day
 */
export function createDayTotals<T>(
  load: (period: Period) => Promise<readonly DayTotal<T>[]>,
  now: () => number,
): (period: Period) => Promise<readonly T[]> {
  const known = new Map<number, readonly T[]>();

  async function learn(first: number, last: number): Promise<void> {
    const byDay = new Map<number, T[]>();
    for (let day = first; day <= last; day += 1) {
      byDay.set(day, []);
    }
    const period = {
      from: new Date(first * dayMilliseconds),
      to: new Date((last + 1) * dayMilliseconds - 1),
    };
    for (const { day, total } of await load(period)) {
      byDay.get(day)?.push(total);
    }
    byDay.forEach((totals, day) => known.set(day, totals));
    for (const day of [...known.keys()].slice(0, Math.max(0, known.size - keptDays))) {
      known.delete(day);
    }
  }

  async function piece(from: number, to: number): Promise<readonly T[]> {
    return from > to
      ? []
      : (await load({ from: new Date(from), to: new Date(to) })).map(({ total }) => total);
  }

  return async ({ from, to }) => {
    const start = from.getTime();
    const end = to.getTime();
    const first = Math.ceil(start / dayMilliseconds);
    const over = Math.floor((now() - settledMilliseconds) / dayMilliseconds) - 1;
    const last = Math.min(Math.floor((end + 1) / dayMilliseconds) - 1, over);
    if (first > last) {
      return await piece(start, end);
    }
    const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const missing = days.filter((day) => !known.has(day));
    const [oldest, newest] = [missing[0], missing.at(-1)];
    const [head, tail] = await Promise.all([
      piece(start, first * dayMilliseconds - 1),
      piece((last + 1) * dayMilliseconds, end),
      oldest === undefined || newest === undefined ? undefined : learn(oldest, newest),
    ]);
    return [...head, ...days.flatMap((day) => known.get(day) ?? []), ...tail];
  };
}
