import { afterAll, describe, expect, it } from '@jest/globals';

import { testBudgets, within } from './testing/budgets.js';
import { simulateSharedLimit, type SimulatedWindow } from './testing/simulated-budget.js';

const budgets = testBudgets();

afterAll(async () => budgets.close());

describe('a limit that another client shares', () => {
  it('is used up to what that client leaves, with few more 429s, even if it sends bursts', async () => {
    const limit = 500;
    const seen = await simulateSharedLimit({
      redis: budgets.redis,
      keyPrefix: budgets.newPrefix(),
      limit,
      windowMs: 300_000,
      windows: 6,
      // First nearly everything; from then on 30 % in each window, at varying times like cron jobs.
      bursts: [0.0002, 1.35, 2.25, 3.4, 4.3, 5.35].map((at) => ({
        at,
        calls: limit * (at < 1 ? 0.9 : 0.3),
      })),
      seed: 1,
    });
    const later = seen.slice(3);
    const sum = (count: keyof SimulatedWindow): number =>
      later.reduce((total, window) => total + window[count], 0);
    expect(sum('others')).toBeGreaterThanOrEqual(limit * 0.3 * later.length);
    expect(sum('ours') / (limit * later.length - sum('others'))).toBeGreaterThanOrEqual(0.9);
    expect(sum('oursRefused') / sum('ours')).toBeLessThan(0.02);
  });

  it.each([
    { passingRefusals: 0.01, used: 0.75 },
    { passingRefusals: 0.02, used: 0.5 },
    { passingRefusals: 0.05, used: 0.2 },
  ])(
    'is used although $passingRefusals of the calls get a temporary refusal',
    async ({ passingRefusals, used }) => {
      const limit = 500;
      const [windowMs, windows] = [300_000, 4];
      const seen = await simulateSharedLimit({
        ...{ redis: budgets.redis, keyPrefix: budgets.newPrefix(), limit, windowMs, windows },
        ...{ bursts: [], passingRefusals, seed: 1 },
      });
      const shares = seen.map(({ ours }) => ours / limit);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(used);
    },
  );

  it.each([10, 70])('is ours again soon after a 429 at %i of 100 calls', async (ours) => {
    const keyPrefix = budgets.newPrefix();
    const budget = budgets.open({ keyPrefix, rateLimit: 100, rateWindowSeconds: 60 });
    for (let call = 0; call < ours; call += 1) {
      (await budget.acquire('opt_out', within(0))).complete();
    }
    const slot = await budget.acquire('opt_out', within(0));
    await slot.refuse({ limit: null, retryAfterMilliseconds: null });
    const others = `${keyPrefix}:psa-budget:others`;
    const [found = ''] = await budgets.redis.zrange(others, '0', '-1');
    const afterWindows = async (windows: number) => {
      const at = Date.now() - Math.round(windows * 60_060);
      await budgets.redis.zadd(others, at, found);
      await budgets.redis.hset(`${keyPrefix}:psa-budget:state`, 'sharedAt', at);
      return await budget.status();
    };
    expect(await budget.status()).toMatchObject({ learnedLimit: null, free: 0 });
    // The reserve is gone long before, and the refused call counts as ours.
    expect((await afterWindows(0.9)).usedBy.others).toBe(100 - ours);
    const returning = (await afterWindows(1.125)).usedBy.others;
    expect(returning).toBeGreaterThan((100 - ours) * 0.4);
    expect(returning).toBeLessThan((100 - ours) * 0.6);
    expect(await afterWindows(1.25)).toMatchObject({
      limit: 100,
      free: 100 - ours - 1,
      usedBy: { others: 0 },
    });
  });
});
