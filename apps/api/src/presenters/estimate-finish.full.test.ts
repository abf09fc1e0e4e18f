import { describe, expect, it } from '@jest/globals';
import type { JobRecord } from '@leadbridge/usecases';

import { estimateFinish } from './estimate-finish.js';

const stepsPerWindow = 400;
const parts = 8;

interface Case {
  readonly limit: number;
  readonly windowSeconds: number;
  /** Calls of the import, and of another one that begins with it. */
  readonly calls: number;
  readonly otherCalls: number;
  /** Calls a second of higher priorities. */
  readonly urgentPerSecond: number;
  /** Calls that were used at once just before. */
  readonly usedBefore: number;
}

/**
 * Runs an import that makes each call as soon as the rolling window has room, as PSAs count them.
 *
 * @returns the share of estimates that held
 */
function shareHeld({ limit, windowSeconds, calls, otherCalls, urgentPerSecond, usedBefore }: Case): number {
  const windowMs = windowSeconds * 1_000;
  const stepMs = windowMs / stepsPerWindow;
  const none = { opt_out: 0, lifecycle: 0, single: 0, bulk: 0, mirror: 0 };
  let log: { at: number; of: 'bulk' | 'single' }[] = Array.from({ length: usedBefore }, () => ({
    at: -stepMs,
    of: 'bulk' as const,
  }));
  const samples: { readonly at: number; readonly estimate: number | null }[] = [];
  let [left, otherLeft, urgent, now] = [calls, otherCalls, 0, 0];
  for (; left > 0; now += stepMs) {
    log = log.filter(({ at }) => at > now - windowMs);
    for (urgent += (urgentPerSecond * stepMs) / 1_000; urgent >= 1 && log.length < limit; urgent -= 1) {
      log.push({ at: now, of: 'single' });
    }
    while (left > 0 && log.length < limit * 0.96) {
      const isOther = otherLeft > 0 && (otherLeft + left) % 2 === 0;
      log.push({ at: now, of: 'bulk' });
      otherLeft -= isOther ? 1 : 0;
      left -= isOther ? 0 : 1;
    }
    if (now % (windowMs / 10) < stepMs) {
      const of = (name: 'bulk' | 'single', since: number) =>
        log.filter((call) => call.of === name && call.at > since).length;
      const usedBy = (since: number) => ({ ...none, single: of('single', since), bulk: of('bulk', since) });
      const releaseOf = (part: number): number =>
        (log[Math.max(0, Math.ceil((log.length * part) / parts) - 1)]?.at ?? now) + windowMs;
      const free = Math.max(0, Math.floor(limit * 0.96) - log.length);
      const budget = {
        ...{ limit, used: log.length, windowSeconds },
        usedBy: { ...usedBy(now - windowMs), others: 0 },
        recentlyUsedBy: usedBy(now - windowMs / 2),
        freeFor: { ...none, bulk: free },
        releases: Array.from({ length: parts }, (_, index) => releaseOf(index + 1)),
      };
      const pace = { millisecondsPerRow: 1, callsPerRow: 1 };
      const workOf = (total: number, open: number) => ({
        type: 'bulk_import' as const,
        progress: { total, processed: total - open, successful: total - open, failed: 0 },
        pace,
      });
      const job = { ...workOf(calls, left), startedAt: '1970-01-01T00:00:00.000Z', cancelRequested: false };
      const others = otherLeft > 0 ? [workOf(otherCalls, otherLeft)] : [];
      const estimate = estimateFinish(job as unknown as JobRecord, {
        ...{ now, budget, others, leadsPerMinute: null },
      });
      samples.push({ at: now, estimate: estimate === null ? null : Date.parse(estimate) });
    }
  }
  const held = samples.filter(({ at, estimate }) => {
    const offMs = Math.abs((estimate ?? at) - now);
    return offMs <= Math.max(windowMs / 2, 0.3 * (now - at));
  });
  return held.length / samples.length;
}

describe('estimates of an import with a known pace', () => {
  const windows = [
    { limit: 500, windowSeconds: 300 },
    { limit: 40, windowSeconds: 12 },
    { limit: 60, windowSeconds: 5 },
  ];
  const cases = windows.flatMap(({ limit, windowSeconds }) =>
    [1.5, 3, 6].flatMap((size) =>
      [0, 0.5, 1].flatMap((usedShare) =>
        [0, 0.2].flatMap((urgentShare) =>
          [0, size, 4 * size].map((other): Case => ({
            ...{ limit, windowSeconds, calls: Math.round(size * limit) },
            otherCalls: Math.round(other * limit),
            urgentPerSecond: (urgentShare * limit) / windowSeconds,
            usedBefore: Math.round(usedShare * limit * 0.96),
          })),
        ),
      ),
    ),
  );

  it(`hold in three of four samples, in ${cases.length} cases of limits, windows, sizes and other work`, () => {
    const shares = cases.map((each) => ({ each, share: shareHeld(each) }));
    const mean = shares.reduce((sum, { share }) => sum + share, 0) / shares.length;
    const wrong = shares.filter(({ share }) => share < 0.75);
    expect(wrong.map(({ each, share }) => [share.toFixed(2), JSON.stringify(each)])).toEqual([]);
    expect(mean).toBeGreaterThan(0.85);
  });
});
