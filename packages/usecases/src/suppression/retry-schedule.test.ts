import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { nextAttempt } from './retry-schedule.js';

const hour = 3_600_000;
const day = 24 * hour;
const schedule = { now: 0, delays: [5, 30, 120, 600, 3600], until: 7 * day };

describe('the retries after a failure', () => {
  it('follow the delays, and then the last one', () => {
    const waits = [1, 2, 3, 4, 5, 6, 100].map((failures) => nextAttempt({ ...schedule, failures }));
    expect(waits).toEqual([5_000, 30_000, 120_000, 600_000, hour, hour, hour]);
  });

  it('respect the requested retryAfter', () => {
    expect(nextAttempt({ ...schedule, failures: 1, retryAfter: 60_000 })).toBe(60_000);
    expect(nextAttempt({ ...schedule, failures: 5, retryAfter: 60_000 })).toBe(hour);
  });

  it.each([
    ['days', 30 * day],
    ['more than a date can hold', 1e18],
    ['for ever', Infinity],
  ])('respect at most a day of a requested %s, and give nothing up because of it', (_what, retryAfter) => {
    expect(nextAttempt({ ...schedule, failures: 1, retryAfter })).toBe(day);
    expect(nextAttempt({ ...schedule, failures: 8, now: 6.5 * day, retryAfter })).toBe(7 * day);
  });

  it('wait for each delay once, even if the time was over before the first attempt', () => {
    const late = { ...schedule, now: 8 * day };
    const waits = [1, 2, 3, 4].map((failures) => nextAttempt({ ...late, failures, retryAfter: day }));
    expect(waits).toEqual([5_000, 30_000, 120_000, 600_000].map((wait) => 8 * day + wait));
    expect(nextAttempt({ ...late, failures: 5 })).toBeNull();
  });

  it('end, whatever the other side requests', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3_600 }), { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.option(fc.double({ min: 0, noNaN: true }))),
        (delays, asked) => {
          let now = 0;
          let failures = 0;
          for (const retryAfter of asked) {
            failures += 1;
            const next = nextAttempt({ delays, now, until: day, failures, retryAfter });
            if (next === null) {
              break;
            }
            expect(next).toBeGreaterThan(now);
            now = next;
          }
          // Given up no sooner than one last delay before the end.
          expect(now).toBeGreaterThan(day - Math.max(...delays) * 1_000);
          expect(failures).toBeGreaterThanOrEqual(delays.length);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('end when their time is over', () => {
    expect(nextAttempt({ ...schedule, failures: 9, now: 7 * day - hour })).toBe(7 * day);
    expect(nextAttempt({ ...schedule, failures: 9, now: 7 * day - hour + 1 })).toBeNull();
  });
});
