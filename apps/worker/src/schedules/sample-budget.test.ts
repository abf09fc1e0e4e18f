import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import type { PsaBudgetSample } from '@leadbridge/usecases';

import { sampleBudget } from './sample-budget.js';

const waiting = { opt_out: 0, lifecycle: 0, single: 0, bulk: 3, mirror: 0 };
const status = { limit: 500, used: 480, usedBy: { ...waiting, bulk: 470, others: 10 }, waiting };

beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 9, 0, 20) });
});

afterEach(() => {
  jest.useRealTimers();
});

it('samples the budget at once and at each full minute, and retries soon if Redis was unavailable', async () => {
  const budget = jest
    .fn<() => Promise<typeof status>>()
    .mockRejectedValueOnce(new Error('Redis is unavailable'))
    .mockResolvedValue(status);
  const samples: PsaBudgetSample[] = [];
  const schedule = sampleBudget({
    budget,
    history: {
      record: async (sample) => {
        samples.push(sample);
        return Promise.resolve();
      },
    },
    clock: { now: () => Date.now() },
    logger: silentLogger,
  });
  await jest.advanceTimersByTimeAsync(70_000);
  await schedule.stop();
  expect(samples.map(({ at }) => at.toISOString())).toEqual([
    '2026-11-21T09:00:30.000Z',
    '2026-11-21T09:01:00.000Z',
  ]);
  expect(samples[0]).toMatchObject(status);
});
