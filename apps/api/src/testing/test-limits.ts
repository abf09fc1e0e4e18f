import { systemClock } from '@leadbridge/platform';

import { createLocalLimiter, type Limits, type LimitSettings } from '../pipeline/rate-limit/index.js';

/** Limits that no unit test reaches. */
const testLimits: LimitSettings = {
  perHour: 10_000,
  burst: 1_000,
  bulkPerHour: 1_000,
  syncConcurrency: 100,
  perMinute: null,
  notificationsPerSecond: 100,
};

/** They are counted in this process alone. */
export const localLimits = (): Limits => ({
  limiter: createLocalLimiter(systemClock),
  settings: testLimits,
});
