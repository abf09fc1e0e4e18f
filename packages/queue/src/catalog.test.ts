import { describe, expect, it } from '@jest/globals';

import { recovery } from './catalog.js';

describe('a worker that is killed', () => {
  it('has its jobs taken over within 15 seconds, however often this happens', () => {
    // The lock has to expire, and then a check has to run.
    expect(recovery.lockDuration + recovery.stalledInterval).toBeLessThan(15_000);
    expect(recovery.maxStalledCount).toBeGreaterThanOrEqual(1_000);
  });
});
