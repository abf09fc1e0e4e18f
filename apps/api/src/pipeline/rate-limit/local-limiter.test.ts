import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { LimitSlot, LimitWindow } from './limiter.js';
import { createLocalLimiter } from './local-limiter.js';

const hour: LimitWindow = {
  name: 'hour',
  subject: 'key_1',
  quota: 3,
  burst: 1,
  seconds: 3_600,
  blockSeconds: 0,
  counts: true,
};
const minute: LimitWindow = { ...hour, name: 'minute', quota: 2, burst: 0, seconds: 60, blockSeconds: 900 };
const place: LimitSlot = { name: 'concurrent_sync', subject: 'key_1', holder: 'a', places: 2 };

function createLimiter() {
  let time = 1_000;
  const limiter = createLocalLimiter({ now: () => time });
  return {
    limiter,
    ask: async (windows: readonly LimitWindow[], slot: LimitSlot | null = null) =>
      await limiter.decide({ windows, slot }),
    pass: (milliseconds: number) => (time += milliseconds),
  };
}

describe('the windows of one process', () => {
  it('let through the quota and the burst, and refuse one more until the window ends', async () => {
    const { ask, pass } = createLimiter();
    const remaining = [];
    for (let request = 0; request < 4; request += 1) {
      const { refusedBy, windows } = await ask([hour]);
      expect(refusedBy).toBeNull();
      remaining.push(windows[0]?.remaining);
    }
    expect(remaining).toEqual([2, 1, 0, 0]);
    pass(3_599_999);
    expect(await ask([hour])).toEqual({
      now: 3_600_999,
      refusedBy: 0,
      windows: [{ remaining: 0, resetAt: 3_601_000 }],
    });
    pass(1);
    expect((await ask([hour])).refusedBy).toBeNull();
  });

  it('count each subject and each window by itself', async () => {
    const { ask } = createLimiter();
    for (let request = 0; request < 4; request += 1) {
      await ask([hour]);
    }
    expect((await ask([hour])).refusedBy).toBe(0);
    expect((await ask([{ ...hour, subject: 'key_2' }])).refusedBy).toBeNull();
    expect((await ask([{ ...hour, name: 'bulk' }])).refusedBy).toBeNull();
  });

  it('count a refused request in none of them', async () => {
    const { ask } = createLimiter();
    const small = { ...hour, name: 'bulk', quota: 1, burst: 0 } as const;
    await ask([hour, small]);
    expect((await ask([hour, small])).refusedBy).toBe(1);
    expect((await ask([hour])).windows[0]?.remaining).toBe(1);
  });

  it('only look at a window that does not count', async () => {
    const { ask } = createLimiter();
    const looked = { ...hour, quota: 0, burst: 0, counts: false };
    expect(await ask([looked])).toMatchObject({ refusedBy: null, windows: [{ remaining: 0 }] });
    expect((await ask([{ ...hour, quota: 1 }])).windows[0]?.remaining).toBe(0);
  });

  it('refuse for as long as the block lasts once they are overdrawn, and not longer for those who ask on', async () => {
    const { ask, pass } = createLimiter();
    await ask([minute]);
    await ask([minute]);
    pass(10_000);
    expect(await ask([minute])).toMatchObject({ refusedBy: 0, windows: [{ resetAt: 911_000 }] });
    pass(899_999);
    expect(await ask([minute])).toMatchObject({ refusedBy: 0, windows: [{ resetAt: 911_000 }] });
    pass(1);
    expect((await ask([minute])).refusedBy).toBeNull();
  });
});

describe('the places of one process', () => {
  it('are taken up to their number, and free again once given back', async () => {
    const { ask, limiter } = createLimiter();
    expect((await ask([], place)).refusedBy).toBeNull();
    expect((await ask([], { ...place, holder: 'b' })).refusedBy).toBeNull();
    expect((await ask([], { ...place, holder: 'c' })).refusedBy).toBe('slot');
    expect((await ask([], { ...place, subject: 'key_2', holder: 'd' })).refusedBy).toBeNull();
    limiter.release({ ...place, holder: 'c' });
    expect((await ask([], { ...place, holder: 'c' })).refusedBy).toBe('slot');
    limiter.release(place);
    limiter.release(place);
    expect((await ask([], { ...place, holder: 'c' })).refusedBy).toBeNull();
    expect((await ask([], { ...place, holder: 'e' })).refusedBy).toBe('slot');
  });

  it('are not taken by a request that a window refuses, and one without a place is not counted', async () => {
    const { ask } = createLimiter();
    const none = { ...hour, quota: 0, burst: 0 };
    expect((await ask([none], { ...place, places: 1 })).refusedBy).toBe(0);
    expect((await ask([], { ...place, places: 1 })).refusedBy).toBeNull();
    expect((await ask([hour], { ...place, places: 1, holder: 'b' })).refusedBy).toBe('slot');
    expect((await ask([hour])).windows[0]?.remaining).toBe(2);
  });

  it('never have more holders than there are places', async () => {
    const step = fc.record({ holder: fc.constantFrom('a', 'b', 'c', 'd'), leaves: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { ask, limiter } = createLimiter();
        const holders = new Set<string>();
        for (const { holder, leaves } of steps) {
          if (leaves) {
            limiter.release({ ...place, holder });
            holders.delete(holder);
          } else if ((await ask([], { ...place, holder })).refusedBy === null) {
            holders.add(holder);
          }
          expect(holders.size).toBeLessThanOrEqual(place.places);
        }
      }),
    );
  });
});
