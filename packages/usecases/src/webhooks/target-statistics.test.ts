import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { statisticsOf } from './target-statistics.js';

const attempt = fc.record({
  error: fc.constantFrom(null, 'The target responded with 500'),
  durationMilliseconds: fc.nat(20_000),
});

describe('how a target has responded', () => {
  it('is unknown without an attempt', () => {
    expect(statisticsOf([])).toEqual({ attemptCount: 0, successRate: null, p95Milliseconds: null });
  });

  it('is the share of successes, and a duration that 95 % do not exceed, but less would not do', () => {
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 1, maxLength: 200 }), (attempts) => {
        const { successRate, p95Milliseconds } = statisticsOf(attempts);
        const shareUpTo = (limit: number): number =>
          attempts.filter(({ durationMilliseconds }) => durationMilliseconds <= limit).length /
          attempts.length;
        expect(Math.round((successRate ?? -1) * attempts.length)).toBe(
          attempts.filter(({ error }) => error === null).length,
        );
        expect(shareUpTo(p95Milliseconds ?? -1)).toBeGreaterThanOrEqual(0.95);
        expect(shareUpTo((p95Milliseconds ?? 0) - 1)).toBeLessThan(0.95);
      }),
    );
  });
});
