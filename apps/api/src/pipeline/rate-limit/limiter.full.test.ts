import { testServers } from '@leadbridge/devkit';
import { silentLogger, systemClock } from '@leadbridge/platform';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';

import type { LimitDecision, LimitDemand, Limiter, LimitSlot, LimitWindow } from './limiter.js';
import { createLocalLimiter } from './local-limiter.js';
import { createRedisLimiter } from './redis-limiter.js';
import { createResilientLimiter } from './resilient-limiter.js';

const servers = testServers();
let subjects = 0;

function windowOf(fields: Partial<LimitWindow> = {}): LimitWindow {
  subjects += 1;
  return {
    name: 'hour',
    subject: `subject-${subjects}`,
    quota: 3,
    burst: 2,
    seconds: 3600,
    blockSeconds: 0,
    counts: true,
    ...fields,
  };
}

function slotOf(holder: string, subject: string, fields: Partial<LimitSlot> = {}): LimitSlot {
  return { name: 'concurrent_sync', subject, holder, places: 2, ...fields };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The same behavior, counted in Redis and counted in a process. */
describe.each(['redis', 'local'] as const)('the %s limiter', (kind) => {
  let redis: Redis;
  let limiter: Limiter;

  beforeAll(() => {
    redis = new Redis(servers.redisUrl);
    limiter =
      kind === 'redis' ? createRedisLimiter(redis, servers.redisKeyPrefix) : createLocalLimiter(systemClock);
  });

  afterAll(() => {
    redis.disconnect();
  });

  const decide = (window: LimitWindow) => limiter.decide({ windows: [window], slot: null });

  it('counts down to zero, allows the burst and refuses the next', async () => {
    const window = windowOf();
    const remaining: (number | undefined)[] = [];
    for (let request = 0; request < 5; request += 1) {
      const decision = await decide(window);
      expect(decision.refusedBy).toBeNull();
      remaining.push(decision.windows[0]?.remaining);
    }
    expect(remaining).toEqual([2, 1, 0, 0, 0]);
    const refused = await decide(window);
    expect(refused.refusedBy).toBe(0);
    const resetAt = refused.windows[0]?.resetAt ?? 0;
    expect(resetAt).toBeGreaterThan(refused.now + 3_590_000);
    expect(resetAt).toBeLessThanOrEqual(refused.now + 3_600_000);
  });

  it('allows exactly the allowance, however many requests are concurrent', async () => {
    const window = windowOf({ quota: 40, burst: 10 });
    const decisions = await Promise.all(Array.from({ length: 200 }, () => decide(window)));
    expect(decisions.filter(({ refusedBy }) => refusedBy === null)).toHaveLength(50);
  });

  /** Repeats a request until it is allowed. */
  async function letThrough(demand: LimitDemand): Promise<LimitDecision> {
    for (;;) {
      const decision = await limiter.decide(demand);
      if (decision.refusedBy === null) {
        return decision;
      }
      await pause(50);
    }
  }

  it('starts again when the window has passed, and not earlier', async () => {
    const window = windowOf({ quota: 1, burst: 0, seconds: 4 });
    const first = await decide(window);
    expect(first.refusedBy).toBeNull();
    expect((await decide(window)).refusedBy).toBe(0);
    const next = await letThrough({ windows: [window], slot: null });
    expect(next.windows).toMatchObject([{ remaining: 0 }]);
    expect(next.now - first.now).toBeGreaterThanOrEqual(3_990);
  });

  it('does not start again because of refused requests', async () => {
    const window = windowOf({ quota: 1, burst: 0 });
    await decide(window);
    const first = await decide(window);
    await pause(50);
    const second = await decide(window);
    const ends = [first, second].map(({ windows }) => windows[0]?.resetAt ?? 0);
    expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0))).toBeLessThan(20);
  });

  it('blocks for longer than the window once it is exceeded, and not longer because of more requests', async () => {
    const window = windowOf({ name: 'minute', quota: 1, burst: 1, seconds: 3, blockSeconds: 5 });
    await decide(window);
    await decide(window);
    const blocked = await decide(window);
    expect(blocked.refusedBy).toBe(0);
    const next = await letThrough({ windows: [window], slot: null });
    expect(next.now - blocked.now).toBeGreaterThanOrEqual(4_990);
  });

  it('counts in no window what one of them refuses', async () => {
    const wide = windowOf({ quota: 10 });
    const narrow = windowOf({ name: 'bulk', quota: 1, burst: 0 });
    const both = { windows: [wide, narrow], slot: null };
    expect((await limiter.decide(both)).windows.map(({ remaining }) => remaining)).toEqual([9, 0]);
    expect(await limiter.decide(both)).toMatchObject({
      refusedBy: 1,
      windows: [{ remaining: 9 }, { remaining: 0 }],
    });
    expect((await decide(wide)).windows[0]?.remaining).toBe(8);
  });

  it('reads a window without counting and without refusing', async () => {
    const window = windowOf({ quota: 1, burst: 0 });
    const look = { ...window, counts: false };
    expect((await decide(look)).windows[0]?.remaining).toBe(1);
    expect((await decide(look)).windows[0]?.remaining).toBe(1);
    await decide(window);
    expect(await decide(look)).toMatchObject({ refusedBy: null, windows: [{ remaining: 0 }] });
    expect((await decide(window)).refusedBy).toBe(0);
  });

  it('gives out all slots, and released ones again', async () => {
    const { subject } = windowOf();
    const ask = (holder: string) => limiter.decide({ windows: [], slot: slotOf(holder, subject) });
    expect((await ask('a')).refusedBy).toBeNull();
    expect((await ask('b')).refusedBy).toBeNull();
    expect((await ask('c')).refusedBy).toBe('slot');
    limiter.release(slotOf('c', subject));
    expect((await ask('c')).refusedBy).toBe('slot');
    limiter.release(slotOf('a', subject));
    expect((await ask('c')).refusedBy).toBeNull();
  });
});

describe('slots in Redis', () => {
  const leaseSeconds = 6;
  const connections: Redis[] = [];

  /** Like another API process. */
  function processOf(): { readonly limiter: Limiter; readonly redis: Redis } {
    const redis = new Redis(servers.redisUrl);
    connections.push(redis);
    return { redis, limiter: createRedisLimiter(redis, servers.redisKeyPrefix, leaseSeconds) };
  }

  afterAll(() => {
    connections.forEach((redis) => {
      redis.disconnect();
    });
  });

  it('are kept as long as a request lasts, and released when its process dies', async () => {
    const { subject } = windowOf();
    const demandOf = (holder: string): LimitDemand => ({
      windows: [],
      slot: slotOf(holder, subject, { places: 1 }),
    });
    const [one, other] = [processOf(), processOf()];
    const taken = await one.limiter.decide(demandOf('a'));
    expect(taken.refusedBy).toBeNull();
    for (let now = taken.now; now - taken.now < 1.5 * leaseSeconds * 1_000;) {
      const refused = await other.limiter.decide(demandOf('b'));
      expect(refused.refusedBy).toBe('slot');
      ({ now } = refused);
      await pause(250);
    }
    one.redis.disconnect();
    let freed = await other.limiter.decide(demandOf('b'));
    for (let tries = 0; freed.refusedBy !== null && tries < 240; tries += 1) {
      await pause(250);
      freed = await other.limiter.decide(demandOf('b'));
    }
    expect(freed.refusedBy).toBeNull();
  });
});

describe('the resilient limiter', () => {
  it('counts in the process while the shared count is unavailable, without querying it for every request', async () => {
    let now = 0;
    let asked = 0;
    const clock = { now: () => now };
    const limiter = createResilientLimiter({
      shared: {
        decide: async () => {
          asked += 1;
          throw new Error('away');
        },
        release() {},
      },
      local: createLocalLimiter(clock),
      clock,
      logger: silentLogger,
    });
    const demand = { windows: [windowOf({ quota: 2, burst: 0 })], slot: null };
    const outcomes: unknown[] = [];
    for (let request = 0; request < 3; request += 1) {
      outcomes.push((await limiter.decide(demand)).refusedBy);
    }
    expect(outcomes).toEqual([null, null, 0]);
    expect(asked).toBe(1);
    now += 1_000;
    await limiter.decide(demand);
    expect(asked).toBe(2);
  });
});
