import { describe, expect, it } from '@jest/globals';

import { nextAttempt } from './retry-schedule.js';

const hour = 3_600_000;
const day = 24 * hour;
const schedule = { now: 0, delays: [5, 30, 120, 600, 3600], until: 7 * day };

describe('the repetitions of what failed', () => {
  it('follow the delays, and then the last one', () => {
    const waits = [1, 2, 3, 4, 5, 6, 100].map((failures) => nextAttempt({ ...schedule, failures }));
    expect(waits).toEqual([5_000, 30_000, 120_000, 600_000, hour, hour, hour]);
  });

  it('leave the other side alone as long as it asks', () => {
    expect(nextAttempt({ ...schedule, failures: 1, retryAfter: 60_000 })).toBe(60_000);
    expect(nextAttempt({ ...schedule, failures: 5, retryAfter: 60_000 })).toBe(hour);
  });

  it('end when their time is over', () => {
    expect(nextAttempt({ ...schedule, failures: 9, now: 7 * day - hour })).toBe(7 * day);
    expect(nextAttempt({ ...schedule, failures: 9, now: 7 * day - hour + 1 })).toBeNull();
  });
});
