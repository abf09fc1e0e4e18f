import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, describe, expect, it } from '@jest/globals';
import { PsaBudgetError, PsaUnavailableError } from '@leadbridge/usecases';

import type { PsaBudget } from './budget.js';
import { testBudgets, within } from './testing/budgets.js';

const budgets = testBudgets();

afterAll(async () => budgets.close());

const none = { limit: null, retryAfterMilliseconds: null };

/** A PSA with a limit of its own, which says 429 beyond it. */
function rollingPsa(limit: number, windowMilliseconds: number): { accepts(): boolean; refusals(): number } {
  const accepted: number[] = [];
  let refused = 0;
  return {
    accepts() {
      const now = performance.now();
      while (accepted[0] !== undefined && accepted[0] <= now - windowMilliseconds) {
        accepted.shift();
      }
      if (accepted.length >= limit) {
        refused += 1;
        return false;
      }
      accepted.push(now);
      return true;
    },
    refusals: () => refused,
  };
}

/** Calls until `end`, eight at once. */
async function callUntil(
  end: number,
  budget: PsaBudget,
  psa: ReturnType<typeof rollingPsa>,
  told: number | null,
): Promise<void> {
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      const slot = await budget.acquire('bulk', within(10_000));
      await sleep(5);
      if (psa.accepts()) {
        slot.complete();
      } else {
        await slot.refuse({ limit: told, retryAfterMilliseconds: null });
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

describe('a 429 of the PSA', () => {
  it.each([
    ['names the real limit', 30],
    ['names none', null],
  ])(
    'that %s makes all processes settle under it, after no more 429s than calls under way',
    async (_name, told) => {
      const keyPrefix = budgets.newPrefix();
      const settings = { keyPrefix, rateLimit: 50, rateWindowSeconds: 1 };
      const processes = [budgets.open(settings), budgets.open(settings)];
      const psa = rollingPsa(30, 1000);
      const end = performance.now() + 4000;
      await Promise.all(processes.map(async (budget) => callUntil(end, budget, psa, told)));
      expect(psa.refusals()).toBeGreaterThan(0);
      expect(psa.refusals()).toBeLessThanOrEqual(16);
      const status = await processes[0]?.status();
      expect(status?.learnedLimit).toBeLessThanOrEqual(31);
      expect(status?.learnedLimit).toBeGreaterThanOrEqual(25);
      expect(status?.limit).toBe(status?.learnedLimit);
    },
    20_000,
  );

  it('is waited out for a window when the log cannot explain it', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 50, rateWindowSeconds: 0.5 });
    const slot = await budget.acquire('opt_out', within(0));
    await slot.refuse({ limit: 50, retryAfterMilliseconds: null });
    const start = performance.now();
    await budget.acquire('opt_out', within(3000));
    expect(performance.now() - start).toBeGreaterThan(450);
    expect((await budget.status()).learnedLimit).toBeNull();
  });

  it('that says when to come back is obeyed by all processes', async () => {
    const keyPrefix = budgets.newPrefix();
    const settings = { keyPrefix, rateLimit: 50, rateWindowSeconds: 60 };
    const processes = [budgets.open(settings), budgets.open(settings)];
    const slot = await processes[0]?.acquire('single', within(0));
    await slot?.refuse({ limit: null, retryAfterMilliseconds: 700 });
    const start = performance.now();
    await expect(processes[1]?.acquire('opt_out', within(100))).rejects.toThrow(PsaBudgetError);
    await processes[1]?.acquire('opt_out', within(5000));
    const waited = performance.now() - start;
    expect(waited).toBeGreaterThan(650);
    expect(waited).toBeLessThan(3000);
  });

  it('is forgotten gently: the limit is probed upwards once it was kept long enough', async () => {
    const keyPrefix = budgets.newPrefix();
    const budget = budgets.open({ keyPrefix, rateLimit: 100, rateWindowSeconds: 60 });
    const slot = await budget.acquire('single', within(0));
    await slot.refuse({ ...none, limit: 90 });
    expect(await budget.status()).toMatchObject({ limit: 90, learnedLimit: 90 });
    const state = `${keyPrefix}:psa-budget:state`;
    const keptHours = (Number(await budgets.redis.hget(state, 'keptUntil')) - Date.now()) / 3_600_000;
    expect(keptHours).toBeGreaterThan(5.9);
    await budgets.redis.hset(state, 'keptUntil', Date.now() - 1);
    expect(await budget.status()).toMatchObject({ limit: 95, learnedLimit: 95 });
    expect(await budget.status()).toMatchObject({ limit: 95 });
    await budgets.redis.hset(state, 'keptUntil', Date.now() - 1);
    expect(await budget.status()).toMatchObject({ limit: 100, learnedLimit: null });
  });
});

describe('a Redis that fails', () => {
  it('and lost its data gets the calls back from every process, and its scripts too', async () => {
    const keyPrefix = budgets.newPrefix();
    const settings = { keyPrefix, rateLimit: 20, rateWindowSeconds: 60 };
    const [busy, idle] = [budgets.open(settings), budgets.open(settings)];
    for (let call = 0; call < 6; call += 1) {
      (await busy.acquire('opt_out', within(0))).complete();
      (await idle.acquire('opt_out', within(0))).complete();
    }
    const refused = await busy.acquire('opt_out', within(0));
    await refused.refuse({ ...none, limit: 15 });
    const keys = await budgets.redis.keys(`${keyPrefix}:*`);
    await budgets.redis.script('FLUSH');
    await budgets.redis.del(...keys);
    await busy.acquire('opt_out', within(5000));
    const status = await busy.status();
    expect(status.used).toBe(13);
    expect(status.learnedLimit).toBe(15);
  }, 15_000);

  it('starts at once where nothing was lost', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateWindowSeconds: 60 });
    const start = performance.now();
    await budget.acquire('bulk', within(5000));
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('and is away lets no call through', async () => {
    const connection = budgets.connect({ once: true });
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), redis: connection });
    await budget.acquire('bulk', within(0));
    connection.disconnect();
    await expect(budget.acquire('opt_out', within(10_000))).rejects.toThrow(PsaUnavailableError);
    await expect(budget.status()).rejects.toThrow('Redis does not answer');
  });
});
