import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';
import { PsaBudgetError, type PsaPriority, PsaUnavailableError } from '@leadbridge/usecases';

import type { PsaBudget, PsaSlot } from './budget.js';
import { mostInAnyWindow, testBudgets, within } from './testing/budgets.js';

const budgets = testBudgets();

afterAll(async () => budgets.close());

async function take(budget: PsaBudget, count: number, priority: PsaPriority = 'opt_out'): Promise<PsaSlot[]> {
  const slots: PsaSlot[] = [];
  for (let taken = 0; taken < count; taken += 1) {
    slots.push(await budget.acquire(priority, within(0)));
  }
  return slots;
}

/** How many callers wait in total. */
async function waitingAt(budget: PsaBudget): Promise<number> {
  const { waiting } = await budget.status();
  return Object.values(waiting).reduce((sum, count) => sum + count, 0);
}

async function retryAtOf(attempt: Promise<unknown>): Promise<number> {
  const error: unknown = await attempt.then(
    () => new Error('a slot was granted'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PsaBudgetError);
  return (error as PsaBudgetError).retryAt;
}

describe('the budget of PSA requests', () => {
  it('grants exactly its limit in a window, across all processes', async () => {
    const keyPrefix = budgets.newPrefix();
    const processes = [1, 2, 3].map(() => budgets.open({ keyPrefix, rateWindowSeconds: 60 }));
    const attempts = await Promise.allSettled(
      Array.from({ length: 30 }, async (_, index) => processes[index % 3]?.acquire('opt_out', within(0))),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await processes[0]?.status()).toMatchObject({ limit: 10, used: 10, free: 0, learnedLimit: null });
  });

  it('lets any number of calls wait without a warning of the runtime', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => void warnings.push(name);
    process.on('warning', note);
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 1, rateWindowSeconds: 1 });
    await take(budget, 1);
    await Promise.allSettled(
      Array.from({ length: 12 }, async () => budget.acquire('opt_out', within(1_500))),
    );
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('grants the slots of calls that follow each other together, as far as they are free', async () => {
    const keyPrefix = budgets.newPrefix();
    const [one, other] = [1, 2].map(() => budgets.open({ keyPrefix, rateWindowSeconds: 60 }));
    const slots = (await one?.acquireTogether('opt_out', within(0), 6)) ?? [];
    expect(slots).toHaveLength(6);
    expect(await other?.status()).toMatchObject({ used: 6, free: 4 });
    expect(await other?.acquireTogether('opt_out', within(0), 6)).toHaveLength(4);
    await expect(other?.acquireTogether('opt_out', within(0), 2)).rejects.toThrow(PsaBudgetError);
    slots.slice(2).forEach((slot) => {
      slot.cancel();
    });
    slots.slice(0, 2).forEach((slot) => {
      slot.complete();
    });
    await until(async () => (await one?.status())?.used === 6);
  });

  it('leaves to higher priorities what calls that follow each other would take from them', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 100, rateWindowSeconds: 60 });
    expect(await budget.acquireTogether('bulk', within(0), 100)).toHaveLength(96);
    await expect(budget.acquire('bulk', within(0))).rejects.toThrow(PsaBudgetError);
    await budget.acquire('opt_out', within(0));
  });

  it('is never exceeded as the PSA counts arrivals, and is used almost completely', async () => {
    const keyPrefix = budgets.newPrefix();
    const limit = 60;
    const windowMilliseconds = 3000;
    const processes = [1, 2, 3].map(() =>
      budgets.open({ keyPrefix, rateLimit: limit, rateWindowSeconds: windowMilliseconds / 1000 }),
    );
    const arrivals: number[] = [];
    const end = performance.now() + 2 * windowMilliseconds;
    const worker = async (budget: PsaBudget, seed: number): Promise<void> => {
      for (let call = seed; performance.now() < end; call += 1) {
        const slot = await budget.acquire('bulk', within(30_000));
        // Both directions take time, most of it in one of them.
        await sleep((call * 7) % 12);
        arrivals.push(performance.now());
        await sleep((call * 5) % 12);
        slot.complete();
      }
    };
    await Promise.all(
      processes.flatMap((budget) => Array.from({ length: 10 }, async (_, seed) => worker(budget, seed))),
    );
    expect(mostInAnyWindow(arrivals, windowMilliseconds)).toBeLessThanOrEqual(limit);
    // The second window's calls have the whole window to arrive, which a busy machine needs.
    const used = arrivals.filter((moment) => moment < end).length;
    expect(used / (2 * limit)).toBeGreaterThan(0.9);
  });

  it('counts a call in progress until it ends, and one window longer', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 1, rateWindowSeconds: 0.2 });
    const [slot] = await take(budget, 1);
    await sleep(300);
    await retryAtOf(budget.acquire('opt_out', within(0)));
    slot?.complete();
    const start = performance.now();
    await budget.acquire('opt_out', within(30_000));
    expect(performance.now() - start).toBeGreaterThanOrEqual(195);
  });

  it('releases the slot of a call that was never sent', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 1, rateWindowSeconds: 60 });
    const [slot] = await take(budget, 1);
    slot?.cancel();
    await until(async () => (await budget.status()).used === 0);
    await budget.acquire('opt_out', within(0));
  });

  it('reserves a few slots for urgent calls', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 200, rateWindowSeconds: 60 });
    for (const [priority, count] of [
      ['mirror', 100],
      ['bulk', 92],
      ['single', 4],
      ['lifecycle', 2],
      ['opt_out', 2],
    ] as const) {
      await take(budget, count, priority);
      await retryAtOf(budget.acquire(priority, within(0)));
    }
  });

  it('leaves a single request to all priorities if the limit is tiny', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 1, rateWindowSeconds: 60 });
    await take(budget, 1, 'bulk');
  });

  it('serves by priority, then by arrival, across all processes', async () => {
    const keyPrefix = budgets.newPrefix();
    const settings = { keyPrefix, rateLimit: 1, rateWindowSeconds: 0.3 };
    const processes = [budgets.open(settings), budgets.open(settings)];
    const [first] = await take(processes[0] as PsaBudget, 1);
    const served: string[] = [];
    const waiting: Promise<void>[] = [];
    for (const name of [
      'bulk 1',
      'bulk 2',
      'single 1',
      'opt_out 1',
      'single 2',
      'lifecycle 1',
      'opt_out 2',
    ]) {
      const budget = processes[waiting.length % 2] as PsaBudget;
      waiting.push(
        budget.acquire(name.split(' ')[0] as PsaPriority, within(60_000)).then((slot) => {
          served.push(name);
          slot.complete();
        }),
      );
      await until(async () => (await waitingAt(budget)) === waiting.length);
    }
    expect((await processes[1]?.status())?.waiting).toEqual({
      opt_out: 2,
      lifecycle: 1,
      single: 2,
      bulk: 2,
      mirror: 0,
    });
    first?.complete();
    await Promise.all(waiting);
    expect(served).toEqual([
      'opt_out 1',
      'opt_out 2',
      'lifecycle 1',
      'single 1',
      'single 2',
      'bulk 1',
      'bulk 2',
    ]);
  });

  it('reports who has used it', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 20, rateWindowSeconds: 60 });
    for (const priority of ['bulk', 'bulk', 'single', 'opt_out', 'bulk'] as const) {
      (await budget.acquire(priority, within(0))).complete();
    }
    const refused = await budget.acquire('lifecycle', within(0));
    expect((await budget.status()).usedBy).toEqual({
      opt_out: 1,
      lifecycle: 1,
      single: 1,
      bulk: 3,
      mirror: 0,
      others: 0,
    });
    await refused.refuse({ limit: 10, retryAfterMilliseconds: null });
    expect(await budget.status()).toMatchObject({
      free: 0,
      usedBy: { opt_out: 1, lifecycle: 1, single: 1, bulk: 3 },
    });
  });

  it('forgets the waiters of a process that died', async () => {
    const keyPrefix = budgets.newPrefix();
    const settings = { keyPrefix, rateLimit: 1, rateWindowSeconds: 0.2 };
    const connection = budgets.connect();
    const dying = budgets.open({ ...settings, redis: connection });
    const living = budgets.open(settings);
    const [slot] = await take(living, 1);
    const lost = expect(dying.acquire('opt_out', within(60_000))).rejects.toThrow(PsaUnavailableError);
    await until(async () => (await waitingAt(living)) === 1);
    connection.disconnect();
    slot?.complete();
    const start = performance.now();
    await living.acquire('bulk', within(60_000));
    expect(performance.now() - start).toBeGreaterThan(500);
    await lost;
  });

  it('reports when a useful number of slots is free again', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 50, rateWindowSeconds: 12 });
    for (let call = 0; call < 50; call += 1) {
      (await budget.acquire('opt_out', within(0))).complete();
      await sleep(25);
    }
    const start = Date.now();
    const retryAt = await retryAtOf(budget.acquire('opt_out', within(100)));
    // A slow response shifts the times in it.
    const looks = [
      await budget.status(),
      await budget.status(),
      await budget.status(),
      await budget.status(),
    ];
    const nextFreeAt = Math.min(...looks.map((look) => look.nextFreeAt));
    expect(looks[0]?.free).toBe(0);
    // Slots become free one by one, at least 25 ms apart: the first one, and the fifth, which is a tenth of
    // the limit.
    expect(nextFreeAt).toBeLessThan(start + 12_000 - 50 * 25 + 500);
    expect(retryAt - nextFreeAt).toBeGreaterThan(50);
    await sleep(retryAt - Date.now() + 5);
    await take(budget, 5);
  });

  it('does not wait for a slot that cannot be free in time', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 1, rateWindowSeconds: 60 });
    (await budget.acquire('opt_out', within(0))).complete();
    const start = performance.now();
    const retryAt = await retryAtOf(budget.acquire('opt_out', within(30_000)));
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(retryAt - Date.now()).toBeGreaterThan(55_000);
    expect((await budget.status()).waiting.opt_out).toBe(0);
  });

  it('ends the waiting of a process that stops', async () => {
    const budget = budgets.open({ keyPrefix: budgets.newPrefix(), rateLimit: 1, rateWindowSeconds: 30 });
    await take(budget, 1);
    const waiting = retryAtOf(budget.acquire('single', within(60_000)));
    await until(async () => (await waitingAt(budget)) === 1);
    budget.close();
    await waiting;
  });
});
