import { expect, it } from '@jest/globals';

import { createMemoryMirror } from '../mirror/testing/memory-mirror.js';
import type { ReconciliationDependencies } from './dependencies.js';
import { runReconciliation } from './run-reconciliation.js';

it.each([
  ['refused', 24, 1],
  ['waiting', 1, 0],
])(
  'a reconciliation that is %s after %d hours deletes what it has read: %d',
  async (kind, hours, deletions) => {
    const now = Date.parse('2026-01-02T03:00:00.000Z');
    let deleted = 0;
    const deps = {
      mirrorStore: createMemoryMirror(),
      readOn: async () => Promise.resolve({ pauseMs: 600_000, isBudgetSpent: true }),
      letGo: async () => Promise.resolve(void (deleted += 1)),
      isStopping: () => false,
      clock: { now: () => now },
    } as unknown as ReconciliationDependencies;
    const job = {
      jobId: 'job_1',
      createdAt: new Date(now - hours * 3_600_000).toISOString(),
      input: { reconciliation_id: 'rec_1' },
    } as Parameters<typeof runReconciliation>[1];
    expect(await runReconciliation(deps, job)).toMatchObject({ kind });
    expect(deleted).toBe(deletions);
  },
);
