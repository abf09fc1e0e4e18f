import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import { endOrphanedTransactions } from './end-orphaned-transactions.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

const refused = async (): Promise<number> => Promise.reject(new Error('no such command'));

/** Runs it for a minute; returns how often it looked and what it logged. */
async function runMinute(end: () => Promise<number>, lifetime: number | null) {
  const warn = jest.fn();
  const looked = jest.fn(end);
  const schedule = endOrphanedTransactions({
    transactions: { end: looked },
    lifetime,
    logger: { ...silentLogger, warn },
  });
  await jest.advanceTimersByTimeAsync(59_999);
  await schedule.stop();
  return { looks: looked.mock.calls.length, warnings: warn.mock.calls };
}

describe('endOrphanedTransactions', () => {
  it('looks every two seconds, and logs what it ended', async () => {
    const ended = [0, 0, 3];
    const { looks, warnings } = await runMinute(async () => Promise.resolve(ended.shift() ?? 0), 60);
    expect(looks).toBe(30);
    expect(warnings).toEqual([[expect.stringContaining('were ended'), { transactions: 3 }]]);
  });

  it.each([60, null])(
    'logs once that the server refuses, if that keeps transactions for %s seconds',
    async (lifetime) => {
      const { looks, warnings } = await runMinute(refused, lifetime);
      expect(looks).toBe(6);
      expect(warnings).toEqual([
        [
          expect.stringContaining('set its transactionLifetimeLimitSeconds to 8'),
          { error: new Error('no such command'), seconds: lifetime },
        ],
      ]);
    },
  );

  it('logs nothing if the server ends them soon by itself', async () => {
    expect((await runMinute(refused, 8)).warnings).toEqual([]);
  });
});
