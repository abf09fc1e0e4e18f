import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';
import { PsaBudgetError, type PsaCallers, PsaUnavailableError } from '@leadbridge/usecases';

import type { PsaBudget, PsaSlot } from './budget.js';
import { testBudgets, within } from './testing/budgets.js';

const budgets = testBudgets();

afterAll(async () => budgets.close());

/** Deletes the data of these budgets and the scripts from Redis. */
async function loseData(keyPrefix: string): Promise<void> {
  await budgets.redis.script('FLUSH');
  await budgets.redis.del(...(await budgets.redis.keys(`${keyPrefix}:*`)));
}

const none = { limit: null, retryAfterMilliseconds: null };
const nothing = (): readonly PsaSlot[] => [];

/** A PSA with its own limit, which responds with 429 beyond it. */
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

/** Makes calls until `end`, eight at a time. */
async function callUntil(
  end: number,
  budget: PsaBudget,
  psa: ReturnType<typeof rollingPsa>,
  told: number | null,
): Promise<void> {
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      const slot = await budget.acquire('bulk', within(60_000));
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
  ])('that %s makes all processes stay below it, after few 429s', async (_name, told) => {
    const keyPrefix = budgets.newPrefix();
    const settings = { keyPrefix, rateLimit: 50, rateWindowSeconds: 1 };
    const processes = [budgets.open(settings), budgets.open(settings)];
    const psa = rollingPsa(30, 1000);
    const end = performance.now() + 4000;
    await Promise.all(processes.map(async (budget) => callUntil(end, budget, psa, told)));
    expect(psa.refusals()).toBeGreaterThan(0);
    // What is not named is probed again in each of the up to five windows, by up to twelve of the sixteen calls at
    // once; if nothing were learned, there would be a hundred refusals.
    expect(psa.refusals()).toBeLessThanOrEqual(told === null ? 60 : 16);
    const status = await processes[0]?.status();
    expect(status).toMatchObject({ limit: told ?? 50, learnedLimit: told });
  });

  it('is waited out for a window if the log cannot explain it', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 50, rateWindowSeconds: 0.5 });
    const slot = await budget.acquire('opt_out', within(0));
    const start = performance.now();
    await slot.refuse({ limit: 50, retryAfterMilliseconds: null });
    await budget.acquire('opt_out', within(30_000));
    expect(performance.now() - start).toBeGreaterThan(450);
    expect((await budget.status()).learnedLimit).toBeNull();
  });

  it('that the log cannot explain is probed by one call, and forgotten once that one succeeds', async () => {
    const keyPrefix = budgets.newPrefix();
    const settings = { keyPrefix, rateLimit: 50, rateWindowSeconds: 45 };
    const processes = [budgets.open(settings), budgets.open(settings)] as const;
    const slot = await processes[0].acquire('single', within(0));
    const start = performance.now();
    await slot.refuse({ limit: 50, retryAfterMilliseconds: null });
    const error: unknown = await processes[1]
      .acquire('opt_out', within(100))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PsaBudgetError);
    expect((error as PsaBudgetError).retryAt - Date.now()).toBeLessThan(2000);
    const probe = await Promise.race([
      processes[0].acquire('single', within(40_000)),
      processes[1].acquire('single', within(40_000)),
    ]);
    const waited = performance.now() - start;
    // A thirtieth of the window, not the whole window.
    expect(waited).toBeGreaterThan(1400);
    expect(waited).toBeLessThan(30_000);
    await expect(processes[0].acquire('opt_out', within(100))).rejects.toThrow(PsaBudgetError);
    probe.complete();
    for (let call = 0; call < 10; call += 1) {
      await processes[1].acquire('single', within(30_000));
    }
  });

  it('makes others wait for the outcome of a probe, however long that takes', async () => {
    const keyPrefix = budgets.newPrefix();
    const settings = { keyPrefix, rateLimit: 10_000, rateWindowSeconds: 60 };
    const [one, other] = [budgets.open(settings), budgets.open(settings)] as const;
    await (await one.acquire('single', within(0))).refuse({ limit: 9_000, retryAfterMilliseconds: 1 });
    const probe = await one.acquire('opt_out', within(30_000));
    let hasStarted = false;
    const waiting = other.acquire('single', within(10_000)).then((slot) => {
      hasStarted = true;
      return slot;
    });
    await until(async () => (await one.status()).waiting.single === 1);
    // Beyond two of the waiter's questions: it asks at least twice a second.
    await Promise.race([waiting, sleep(1_100)]);
    expect(hasStarted).toBe(false);
    probe.complete();
    (await waiting).complete();
  });

  it('is probed after twice as long each time, and never beyond the limit', async () => {
    const keyPrefix = budgets.newPrefix();
    const budget = budgets.open({ keyPrefix, rateLimit: 50, rateWindowSeconds: 300 });
    const state = `${keyPrefix}:psa-budget:state`;
    /** Refuses the call, and checks that the next probe is due this many seconds later. */
    async function expectNextProbe(
      slot: PsaSlot,
      refusal: Parameters<PsaSlot['refuse']>[0],
      seconds: number,
    ) {
      const [before, , after] = [Date.now(), await slot.refuse(refusal), Date.now()];
      const probeAt = Number(await budgets.redis.hget(state, 'probeAt')) - seconds * 1000;
      // The window is a little longer than configured.
      expect(probeAt).toBeGreaterThanOrEqual(before - 20);
      expect(probeAt).toBeLessThanOrEqual(after + 400);
    }
    const underWay = [
      await budget.acquire('single', within(0)),
      await budget.acquire('single', within(0)),
    ] as const;
    const [first, second] = underWay;
    await expectNextProbe(first, none, 10);
    const probeAt = await budgets.redis.hget(state, 'probeAt');
    await second.refuse(none);
    expect(await budgets.redis.hget(state, 'probeAt')).toBe(probeAt);
    for (const seconds of [20, 40, 80, 160, 300, 300]) {
      await budgets.redis.hset(state, 'probeAt', Date.now() - 1000);
      const probe = await budget.acquire('bulk', within(0));
      await expect(budget.acquire('opt_out', within(0))).rejects.toThrow(PsaBudgetError);
      await expectNextProbe(probe, none, seconds);
    }
    await budgets.redis.hset(state, 'probeAt', Date.now() - 1000);
    const asked = await budget.acquire('opt_out', within(0));
    await expectNextProbe(asked, { limit: null, retryAfterMilliseconds: 2000 }, 2);
    await budgets.redis.hset(state, 'probeAt', Date.now() - 1000, 'blockedUntil', 0);
    (await budget.acquire('opt_out', within(0))).cancel();
    // The next probe may be sent as soon as Redis knows that this one was not sent.
    const granted: PsaSlot[] = [];
    await until(async () => {
      granted.push(...(await budget.acquire('opt_out', within(0)).then((slot) => [slot], nothing)));
      return granted.length === 1;
    });
    granted[0]?.complete();
    // Half of what others were assumed to use is free now.
    await until(async () => (await budget.status()).free > 5);
  });

  it('that the log explains is not probed', async () => {
    const keyPrefix = budgets.newPrefix();
    const budget = budgets.open({ keyPrefix, rateLimit: 50, rateWindowSeconds: 300 });
    for (let call = 0; call < 30; call += 1) {
      (await budget.acquire('opt_out', within(0))).complete();
    }
    await (await budget.acquire('opt_out', within(0))).refuse({ limit: 50, retryAfterMilliseconds: null });
    expect(await budgets.redis.hget(`${keyPrefix}:psa-budget:state`, 'probeAt')).toBeNull();
    await expect(budget.acquire('opt_out', within(0))).rejects.toThrow(PsaBudgetError);
  });

  it('that names a time to wait is respected by all processes', async () => {
    const keyPrefix = budgets.newPrefix();
    const settings = { keyPrefix, rateLimit: 50, rateWindowSeconds: 60 };
    const processes = [budgets.open(settings), budgets.open(settings)];
    const slot = await processes[0]?.acquire('single', within(0));
    const start = performance.now();
    await slot?.refuse({ limit: null, retryAfterMilliseconds: 2_000 });
    await expect(processes[1]?.acquire('opt_out', within(0))).rejects.toThrow(PsaBudgetError);
    await processes[1]?.acquire('opt_out', within(50_000));
    const waited = performance.now() - start;
    // The named time, not the whole window.
    expect(waited).toBeGreaterThan(1_950);
    expect(waited).toBeLessThan(40_000);
  });

  it('that names days is respected for an hour', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 50, rateWindowSeconds: 60 });
    const slot = await budget.acquire('single', within(0));
    await slot.refuse({ limit: null, retryAfterMilliseconds: 3 * 86_400_000 });
    const refusal: unknown = await budget.acquire('opt_out', within(0)).catch((error: unknown) => error);
    const waitMs = refusal instanceof PsaBudgetError ? refusal.retryAt - Date.now() : Number.NaN;
    expect(waitMs).toBeGreaterThan(3_000_000);
    expect(waitMs).toBeLessThanOrEqual(3_600_000);
  });

  it('is forgotten gradually: the limit is probed upwards once it was kept long enough', async () => {
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
    await loseData(keyPrefix);
    await busy.acquire('opt_out', within(30_000));
    const status = await busy.status();
    // Refused calls count too.
    expect(status.used).toBe(14);
    expect(status.learnedLimit).toBe(15);
  });

  it('and is another server with an older copy of the log gets the calls back', async () => {
    const keyPrefix = budgets.newPrefix();
    const settings = { keyPrefix, rateLimit: 20, rateWindowSeconds: 60 };
    const [busy, idle] = [budgets.open(settings), budgets.open(settings)];
    for (let call = 0; call < 6; call += 1) {
      (await busy.acquire('opt_out', within(0))).complete();
      (await idle.acquire('opt_out', within(0))).complete();
    }
    // A replica that becomes the master has everything that its master replicated, except for the last calls.
    await budgets.redis.hset(`${keyPrefix}:psa-budget:state`, 'server', 'the master that failed');
    await budgets.redis.zremrangebyrank(`${keyPrefix}:psa-budget:log`, -5, -1);
    await busy.acquire('opt_out', within(30_000));
    expect((await busy.status()).used).toBe(13);
  });

  it('counts the calls of a process that does not come back as used, for one window', async () => {
    const settings = { keyPrefix: budgets.newPrefix(), rateLimit: 20, rateWindowSeconds: 4 };
    const [living, dying] = [budgets.open(settings), budgets.open(settings)];
    for (let call = 0; call < 6; call += 1) {
      (await living.acquire('opt_out', within(0))).complete();
      (await dying.acquire('opt_out', within(0))).complete();
    }
    dying.close();
    const lostAt = performance.now();
    await loseData(settings.keyPrefix);
    const newcomer = budgets.open(settings);
    await expect(newcomer.acquire('opt_out', within(1_500))).rejects.toThrow(PsaBudgetError);
    expect(await newcomer.status()).toMatchObject({ used: 20, free: 0 });
    await newcomer.acquire('opt_out', within(30_000));
    expect(performance.now() - lostAt).toBeGreaterThan(3_500);
  });

  it('counts nothing as used if all processes come back, or none has made calls recently', async () => {
    const settings = { keyPrefix: budgets.newPrefix(), rateLimit: 20, rateWindowSeconds: 60 };
    const processes = [budgets.open(settings), budgets.open(settings)];
    for (const budget of processes) {
      (await budget.acquire('opt_out', within(0))).complete();
    }
    await loseData(settings.keyPrefix);
    await budgets.open(settings).acquire('opt_out', within(10_000));
    expect(await processes[0]?.status()).toMatchObject({ used: 3, free: 17 });

    const callers: PsaCallers = {
      announce: async () => undefined,
      activeSince: async (since) =>
        [{ caller: 'old', until: Date.now() - 70_000 }].filter(({ until: last }) => last > since),
    };
    await budgets
      .open({ ...settings, keyPrefix: budgets.newPrefix(), callers })
      .acquire('opt_out', within(0));
  });

  it('counts everything as used for one window if the callers are unknown', async () => {
    const callers: PsaCallers = {
      announce: async () => undefined,
      activeSince: async () => Promise.reject(new Error('MongoDB is away')),
    };
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateWindowSeconds: 2, callers });
    const start = performance.now();
    await budget.acquire('opt_out', within(30_000));
    expect(performance.now() - start).toBeGreaterThan(1_900);
  });

  it('starts at once if nothing was lost', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateWindowSeconds: 60 });
    await budget.acquire('bulk', within(0));
  });

  it('and is unavailable lets no call through', async () => {
    const connection = budgets.connect({ once: true });
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), redis: connection });
    await budget.acquire('bulk', within(0));
    connection.disconnect();
    await expect(budget.acquire('opt_out', within(10_000))).rejects.toThrow(PsaUnavailableError);
    await expect(budget.status()).rejects.toThrow('Redis does not respond');
  });
});
