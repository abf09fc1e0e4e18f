import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import { rollUpFacts } from './roll-up-facts.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** Rolls up these chunks in order; an error is thrown. */
function totalsOf(...chunks: readonly (number | Error)[]) {
  const left = [...chunks];
  const rollUp = jest.fn((): Promise<number> => {
    const next = left.shift() ?? 0;
    return typeof next === 'number' ? Promise.resolve(next) : Promise.reject(next);
  });
  return { rollUp };
}

describe('rollUpFacts', () => {
  it('continues as long as there may be more facts than it took, and looks again ten seconds later, or twenty if there were none', async () => {
    const totals = totalsOf(1_000, 7);
    const schedule = rollUpFacts({ totals, logger: silentLogger });
    await jest.advanceTimersByTimeAsync(9_999);
    expect(totals.rollUp).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(totals.rollUp).toHaveBeenCalledTimes(3);
    await jest.advanceTimersByTimeAsync(19_999);
    expect(totals.rollUp).toHaveBeenCalledTimes(3);
    await jest.advanceTimersByTimeAsync(1);
    expect(totals.rollUp).toHaveBeenCalledTimes(4);
    await schedule.stop();
  });

  it('logs a failure, and tries again', async () => {
    const totals = totalsOf(new Error('MongoDB is away'), 3);
    const warn = jest.fn();
    const schedule = rollUpFacts({ totals, logger: { ...silentLogger, warn } });
    await jest.advanceTimersByTimeAsync(9_999);
    expect([totals.rollUp.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(1);
    expect(totals.rollUp).toHaveBeenCalledTimes(2);
    await schedule.stop();
  });

  it('ends between two chunks', async () => {
    let finish: (count: number) => void = () => undefined;
    const rollUp = jest.fn(async () => new Promise<number>((resolve) => (finish = resolve)));
    const schedule = rollUpFacts({ totals: { rollUp }, logger: silentLogger });
    const stopped = schedule.stop();
    finish(1_000);
    await stopped;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(rollUp).toHaveBeenCalledTimes(1);
  });
});
