import { describe, expect, it } from '@jest/globals';
import type { Period } from '@leadbridge/contracts';

import { createDayTotals } from './day-totals.js';

const day = 24 * 3_600_000;

describe('createDayTotals', () => {
  const now = 100 * day + 6 * 3_600_000;

  /** A fact every hour, each worth one, by the time of its recording. */
  function totals() {
    const loads: Period[] = [];
    const read = createDayTotals<number>(
      (period) => {
        loads.push(period);
        const facts = Array.from({ length: 200 * 24 }, (_, index) => index * 3_600_000);
        const inside = facts.filter((at) => at >= period.from.getTime() && at <= period.to.getTime());
        return Promise.resolve(inside.map((at) => ({ day: Math.floor(at / day), total: 1 })));
      },
      () => now,
    );
    const count = async (from: number, to: number) =>
      (await read({ from: new Date(from), to: new Date(to) })).length;
    return { loads, count };
  }

  it.each([
    [10 * day, 20 * day - 1, 240],
    [10 * day + 1, 20 * day, 240],
    [10.5 * day, 20.25 * day, 235],
    [10.25 * day, 10.5 * day, 7],
    [98.5 * day, now, 43],
    [10.5 * day, 11.5 * day, 25],
  ])('counts every fact from %d to %d once', async (from, to, expected) => {
    const { count } = totals();
    expect(await count(from, to)).toBe(expected);
    expect(await count(from, to)).toBe(expected);
  });

  it('adds up days that are over once, and the day in hand every time', async () => {
    const { loads, count } = totals();
    await count(90 * day, now);
    loads.length = 0;
    await count(92 * day, now);
    expect(loads.map(({ from }) => from.getTime() / day)).toEqual([100]);
  });
});
