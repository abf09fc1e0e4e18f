import { describe, expect, it } from '@jest/globals';
import type { JobRecord } from '@leadbridge/usecases';

import { estimateFinish } from './estimate-finish.js';

const startedAt = '2025-03-01T10:00:00.000Z';
const at = (seconds: number): number => Date.parse(startedAt) + seconds * 1_000;

function job(processed: number, total: number, started: string | null = startedAt): JobRecord {
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
    startedAt: started,
    finishedAt: null,
  };
}

const secondsAfterStart = (finish: string | null): number =>
  (Date.parse(finish ?? 'never') - Date.parse(startedAt)) / 1_000;

describe('estimateFinish', () => {
  const spent = { limit: 500, used: 500, free: 0, windowSeconds: 300 };

  it('goes by the pace where the budget is no limit, or cannot be read', () => {
    const ample = { limit: 100_000, used: 500, free: 99_500, windowSeconds: 300 };
    expect(secondsAfterStart(estimateFinish(job(100, 1_100), at(10), ample))).toBe(110);
    expect(secondsAfterStart(estimateFinish(job(100, 1_100), at(10), null))).toBe(110);
  });

  it('waits for the budget that the remaining rows need at five calls a row', () => {
    // 1000 rows need 5000 calls, of which 500 come free in 300 seconds.
    expect(secondsAfterStart(estimateFinish(job(100, 1_100), at(10), spent))).toBe(10 + 3_000);
  });

  it('knows that the calls of earlier windows are no longer counted', () => {
    expect(secondsAfterStart(estimateFinish(job(200, 1_200), at(310), spent))).toBe(310 + 3_000);
  });

  it('uses what is free now first', () => {
    const half = { limit: 500, used: 250, free: 250, windowSeconds: 300 };
    // 250 calls for 50 rows: 500 for 100 more, of which half need not wait.
    expect(secondsAfterStart(estimateFinish(job(50, 150), at(5), half))).toBe(5 + 150);
  });

  it('says nothing before the first row, without a start, and after the last row', () => {
    expect(estimateFinish(job(0, 10), at(5), spent)).toBeNull();
    expect(estimateFinish(job(5, 10, null), at(5), spent)).toBeNull();
    expect(estimateFinish(job(10, 10), at(5), spent)).toBeNull();
  });
});
