import { describe, expect, it } from '@jest/globals';

import { longestWaitSeconds } from '../../http/preference.js';
import { requestMilliseconds } from '../../server.js';
import { limitDemand } from './limit-policy.js';

const settings = { perHour: 1000, burst: 100, bulkPerHour: 10, syncConcurrency: 100, perMinute: null };

describe('a place among the concurrent sync operations', () => {
  it('is held for as long as the slowest upload and the longest wait after it last', () => {
    const { slot } = limitDemand({ permission: 'data.sync', limits: ['sync'] }, 'key_1', settings);
    expect(slot?.leaseSeconds).toBeGreaterThan(requestMilliseconds / 1000 + longestWaitSeconds);
  });
});
