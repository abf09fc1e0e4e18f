import { describe, expect, it } from '@jest/globals';
import type { JobRecord } from '@leadbridge/usecases';

import { estimateFinish, type EstimateLimits } from './estimate-finish.js';

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
const now = at(10);
const none = { opt_out: 0, lifecycle: 0, single: 0, bulk: 0, mirror: 0 };

/**
 * A budget of 500 calls in 300 s (480 of them for bulk imports), of which this many are used and become free
 * evenly from now on.
 */
function budgetOf(used: number, changes: Partial<EstimateLimits['budget'] & object> = {}) {
  return {
    limit: 500,
    used,
    usedBy: { ...none, bulk: used, others: 0 },
    recentlyUsedBy: { ...none, bulk: used / 2 },
    freeFor: {
      opt_out: 500 - used,
      lifecycle: 495 - used,
      single: 490 - used,
      bulk: Math.max(0, 480 - used),
      mirror: 0,
    },
    windowSeconds: 300,
    releases: Array.from({ length: 8 }, (_, index) => now + ((index + 1) / 8) * 300_000),
    ...changes,
  };
}

const spent = budgetOf(500);

function seconds(record: JobRecord, limits: Partial<EstimateLimits> = {}): number {
  return secondsAfterStart(
    estimateFinish(record, { now, budget: spent, others: [], leadsPerMinute: null, ...limits }),
  );
}

describe('estimateFinish', () => {
  it('uses the latest pace if the budget is no limit, or cannot be read', () => {
    for (const budget of [budgetOf(0), null]) {
      expect(seconds(job(100, 1_100, { pace }), { budget })).toBe(10 + 10);
    }
  });

  it('waits for the calls that the remaining rows and the lists need, whoever used the budget before', () => {
    // 9,900 rows need 1,188 calls and the lists 4; 500 become free in 300 seconds.
    expect(seconds(job(100, 10_000, { pace }))).toBeCloseTo(10 + 715.2, 1);
  });

  it('knows that a budget that was used at once becomes free at once', () => {
    const budget = { ...spent, releases: Array.from({ length: 8 }, () => now + 290_000) };
    expect(seconds(job(0, 10_000, { pace }), { budget })).toBe(10 + 600 + 290);
    expect(seconds(job(100, 900, { pace }), { budget })).toBeLessThanOrEqual(10 + 290);
    expect(seconds(job(100, 900, { pace }), { budget })).toBeGreaterThan(10 + 280);
  });

  it('uses what is free now first', () => {
    const slow = { millisecondsPerRow: 1, callsPerRow: 5 };
    // 504 calls: 230 need not wait; 274 wait for all that is used, and for what is free now to become free
    // again.
    expect(seconds(job(50, 150, { pace: slow }), { budget: budgetOf(250) })).toBe(10 + 300);
  });

  it('shares the budget evenly with other imports, each until it needs no more', () => {
    const calls = (rows: number) => ({
      type: 'bulk_import' as const,
      progress: job(0, rows).progress,
      pace: { ...pace, callsPerRow: 1 },
    });
    const alone = seconds(job(0, 96, { pace: calls(96).pace }));
    expect(alone).toBeCloseTo(10 + 60, 1);
    // 100 calls each, and no more than that of the large one.
    const together = seconds(job(0, 96, { pace: calls(96).pace }), { others: [calls(96), calls(9_996)] });
    expect(together).toBeCloseTo(10 + 180, 1);
    const behindASmall = seconds(job(0, 96, { pace: calls(96).pace }), { others: [calls(46)] });
    expect(behindASmall).toBeCloseTo(10 + 90, 1);
  });

  it('leaves to higher priorities what they used recently, and ignores a past burst', () => {
    const usedBy = { ...none, single: 250, bulk: 250, others: 0 };
    const steady = { ...spent, usedBy, recentlyUsedBy: { ...none, single: 125 } };
    expect(seconds(job(0, 2_050, { pace }), { budget: steady })).toBeCloseTo(10 + 300, 1);
    const over = { ...steady, recentlyUsedBy: none };
    expect(seconds(job(0, 2_050, { pace }), { budget: over })).toBeCloseTo(10 + 150, 1);
  });

  it("respects the import's limit of leads per minute, from the start on", () => {
    for (const budget of [budgetOf(0), null]) {
      expect(seconds(job(0, 40), { budget, leadsPerMinute: 60 })).toBe(10 + 40);
    }
  });

  it('assumes the usual number of calls for an import that waits for its first batch', () => {
    expect(seconds(job(0, 1_000))).toBeCloseTo(10 + 92.4, 1);
  });

  it('knows that an undo needs several calls per row, and shares the budget with it', () => {
    const undo = job(0, 144, { type: 'undo_import' });
    // 464.8 of 500 calls become free within the window.
    expect(seconds(undo)).toBeCloseTo(10 + 278.9, 1);
    expect(seconds({ ...undo, pace: { ...pace, callsPerRow: 1 } })).toBeCloseTo(10 + 88.8, 1);
    const together = seconds(job(0, 96, { pace: { ...pace, callsPerRow: 1 } }), { others: [undo] });
    expect(together).toBeCloseTo(10 + 120, 1);
  });

  it('knows that an import that writes rows singly gets more of the budget than one that creates many at once', () => {
    const other = (callsPerRow: number) => ({
      ...{ type: 'bulk_import' as const, progress: job(0, 9_996).progress },
      pace: { ...pace, callsPerRow },
    });
    const beside = (own: number, callsPerRow: number) =>
      seconds(job(0, 96 / own, { pace: { ...pace, callsPerRow: own } }), { others: [other(callsPerRow)] });
    // 100 calls of its own, and as many or twice as many of the other.
    expect(beside(0.25, 1)).toBeCloseTo(10 + 180, 1);
    expect(beside(0.25, 0.25)).toBeCloseTo(10 + 120, 1);
    expect(beside(1, 1)).toBeCloseTo(10 + 120, 1);
    expect(beside(1, 0.25)).toBeCloseTo(10 + 120, 1);
  });

  it('counts no call twice that was already made for rows under way', () => {
    const planned = { millisecondsPerRow: 0, callsPerRow: 1 };
    const begun = (callsUnderWay: number) => seconds(job(0, 196, { pace: { ...planned, callsUnderWay } }));
    // 196 and 4 calls, less those already made: 500 become free in 300 seconds.
    expect([begun(0), begun(50), begun(196), begun(500)].map((at) => Math.round(at))).toEqual([
      10 + 120,
      10 + 90,
      12,
      12,
    ]);
  });

  it('counts what is still sent after the last row', () => {
    expect(seconds(job(10, 10, { pace }))).toBeCloseTo(10 + 2.4, 1);
  });

  it('is no sooner than a put-back job continues', () => {
    const putBack = { reason: 'psa_budget', until: '2025-03-01T10:01:00.000Z' } as const;
    expect(seconds(job(5, 10, { pace, putBack }), { budget: budgetOf(0) })).toBe(60);
    expect(seconds(job(0, 1, { type: 'lead_import', putBack }))).toBe(60);
    expect(
      estimateFinish(job(0, 1, { type: 'lead_import' }), {
        now,
        budget: spent,
        others: [],
        leadsPerMinute: null,
      }),
    ).toBeNull();
  });

  it('returns nothing if nothing delays the first batch, before the start, after the end, and while the job is stopping', () => {
    const limits = { now, budget: budgetOf(0), others: [], leadsPerMinute: null };
    expect(estimateFinish(job(0, 10), limits)).toBeNull();
    expect(estimateFinish(job(5, 10, { pace, startedAt: null }), limits)).toBeNull();
    expect(estimateFinish(job(10, 10, { pace }), limits)).toBeNull();
    expect(estimateFinish(job(5, 10, { pace, cancelRequested: true }), limits)).toBeNull();
  });
});
