import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { RollingLimit } from './rolling-limit.js';

describe('RollingLimit', () => {
  it('lets through again as soon as the oldest request has left the window', () => {
    let now = 0;
    const limit = new RollingLimit({ limit: 2, windowSeconds: 10 }, () => now);
    expect(limit.take()).toBe(true);
    now = 4000;
    expect(limit.take()).toBe(true);
    expect(limit.take()).toBe(6000);
    now = 9999;
    expect(limit.take()).toBe(1);
    now = 10_000;
    expect(limit.take()).toBe(true);
    expect(limit.take()).toBe(4000);
    expect(limit.violations).toBe(3);
    expect(limit.used).toBe(2);
  });

  it('is lifted by a limit of 0', () => {
    const limit = new RollingLimit({ limit: 0, windowSeconds: 10 }, () => 0);
    expect(Array.from({ length: 1000 }, () => limit.take()).every((taken) => taken === true)).toBe(true);
    expect(limit.violations).toBe(0);
  });

  it('refuses the surplus at once when it is lowered', () => {
    const limit = new RollingLimit({ limit: 5, windowSeconds: 10 }, () => 0);
    Array.from({ length: 5 }, () => limit.take());
    limit.set({ limit: 3, windowSeconds: 10 });
    expect(limit.take()).toBe(10_000);
  });

  it('never lets more than the limit through in any window, and refuses nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(900), { maxLength: 200 }), fc.integer({ min: 1, max: 6 }), (gaps, most) => {
        let now = 0;
        const limit = new RollingLimit({ limit: most, windowSeconds: 1 }, () => now);
        const passed: number[] = [];
        for (const gap of gaps) {
          now += gap;
          const inWindow = passed.filter((time) => time > now - 1000).length;
          const taken = limit.take() === true;
          expect(taken).toBe(inWindow < most);
          if (taken) {
            passed.push(now);
          }
        }
      }),
    );
  });

  it('stays exact over many thousands of requests', () => {
    let now = 0;
    const limit = new RollingLimit({ limit: 100, windowSeconds: 1 }, () => now);
    let passed = 0;
    for (; now < 300_000; now += 5) {
      passed += limit.take() === true ? 1 : 0;
    }
    expect(passed).toBe(300 * 100);
  });
});
