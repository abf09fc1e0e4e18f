import { describe, expect, it } from '@jest/globals';

import { recovery } from './catalog.js';

describe('a worker that is killed', () => {
  it('has its jobs taken over within 15 seconds, however often it happens', () => {
    // The lock has to run out, and somebody has to look.
    expect(recovery.lockDuration + recovery.stalledInterval).toBeLessThan(15_000);
    expect(recovery.maxStalledCount).toBeGreaterThanOrEqual(1_000);
  });
});
