import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import type { OrphanedTransactions } from '@leadbridge/store';

import { endOrphanedTransactions } from './end-orphaned-transactions.js';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

type Ended = Awaited<ReturnType<OrphanedTransactions['end']>>;

const refused = async (): Promise<Ended> => Promise.reject(new Error('no such command'));

/** Runs it for a minute; returns how often it looked and what it logged. */
async function runMinute(end: () => Promise<Ended>, lifetime: number | null) {
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
  it.each([
    ['two', 1, 30],
    ['four', 0, 15],
  ])(
    'looks every %s seconds while %i transactions are open, and logs what it ended',
    async (_, open, most) => {
      const ended = [0, 0, 3];
      const { looks, warnings } = await runMinute(
        async () => Promise.resolve({ ended: ended.shift() ?? 0, open }),
        60,
      );
      expect(looks).toBe(most);
      expect(warnings).toEqual([[expect.stringContaining('were ended'), { transactions: 3 }]]);
    },
  );

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
