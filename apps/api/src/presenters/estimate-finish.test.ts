import { describe, expect, it } from '@jest/globals';
import type { JobRecord } from '@leadbridge/usecases';

import { estimateFinish } from './estimate-finish.js';

const startedAt = '2025-03-01T10:00:00.000Z';
const at = (seconds: number): number => Date.parse(startedAt) + seconds * 1_000;

function job(processed: number, total: number, more: Partial<JobRecord> = {}): JobRecord {
  return {
    jobId: 'job_1',
    type: 'bulk_import',
    status: 'active',
    input: {},
    requestId: 'req_1',
    actor: { id: 'key_1', name: 'a key' },
    progress: { total, processed, successful: processed, failed: 0 },
    result: null,
    error: null,
    parentJobId: null,
    cancelRequested: false,
    createdAt: startedAt,
    startedAt,
    finishedAt: null,
    ...more,
  };
}

const secondsAfterStart = (finish: string | null): number =>
  (Date.parse(finish ?? 'never') - Date.parse(startedAt)) / 1_000;

const pace = { millisecondsPerRow: 10, callsPerRow: 0.12 };

describe('estimateFinish', () => {
  const now = at(10);
  const leadsPerMinute = null;
  const spent = { limit: 500, free: 0, windowSeconds: 300, nextFreeAt: now };

  it('goes by the latest pace where the budget is no limit, or cannot be read', () => {
    const ample = { limit: 100_000, free: 99_500, windowSeconds: 300, nextFreeAt: now };
    for (const budget of [ample, null]) {
      const finish = estimateFinish(job(100, 1_100, { pace }), { now, budget, leadsPerMinute });
      expect(secondsAfterStart(finish)).toBe(10 + 10);
    }
  });

  it('waits for the calls that the remaining rows need, whoever used the budget before', () => {
    // 9,900 rows need 1,188 calls; 500 come free in 300 seconds.
    const finish = estimateFinish(job(100, 10_000, { pace }), { now, budget: spent, leadsPerMinute });
    expect(secondsAfterStart(finish)).toBeCloseTo(10 + 712.8, 1);
  });

  it('knows that a budget which was spent at once comes back at once', () => {
    const budget = { ...spent, nextFreeAt: now + 290_000 };
    const few = estimateFinish(job(100, 200, { pace }), { now, budget, leadsPerMinute });
    expect(secondsAfterStart(few)).toBe(10 + 290);
    const many = estimateFinish(job(0, 10_000, { pace }), { now, budget, leadsPerMinute });
    expect(secondsAfterStart(many)).toBe(10 + 290 + 600);
  });

  it('uses what is free now first', () => {
    const budget = { ...spent, free: 250 };
    const slow = { millisecondsPerRow: 1, callsPerRow: 5 };
    // 500 calls, of which half need not wait.
    const finish = estimateFinish(job(50, 150, { pace: slow }), { now, budget, leadsPerMinute });
    expect(secondsAfterStart(finish)).toBe(10 + 150);
  });

  it('keeps to the leads a minute that the import is limited to, from the start on', () => {
    const free = { ...spent, free: 500 };
    for (const budget of [free, null]) {
      const finish = estimateFinish(job(0, 40), { now, budget, leadsPerMinute: 60 });
      expect(secondsAfterStart(finish)).toBe(10 + 40);
    }
  });

  it('takes the usual number of calls for an import that waits for its first batch', () => {
    const finish = estimateFinish(job(0, 1_000), { now, budget: spent, leadsPerMinute });
    expect(secondsAfterStart(finish)).toBe(10 + 90);
  });

  it('says nothing while nothing holds up its first batch, before its start, after the last row, and when it is to stop', () => {
    const limits = { now, budget: { ...spent, free: 500 }, leadsPerMinute };
    expect(estimateFinish(job(0, 10), limits)).toBeNull();
    expect(estimateFinish(job(5, 10, { pace, startedAt: null }), limits)).toBeNull();
    expect(estimateFinish(job(10, 10, { pace }), limits)).toBeNull();
    expect(estimateFinish(job(5, 10, { pace, cancelRequested: true }), limits)).toBeNull();
  });
});
