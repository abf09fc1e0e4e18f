import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import type { ReconciliationStore } from '@leadbridge/usecases';

import { reconcile } from './reconcile.js';

/** One look at a time of day; returns the requested days, and the types of the jobs. */
async function looked(at: string | null, now: string, lastDay: string | null) {
  const days: unknown[] = [];
  const reconciliations: Pick<ReconciliationStore, 'create' | 'lastDay'> = {
    lastDay: async () => Promise.resolve(lastDay),
    create: async ({ day }, { type, actor }) => {
      days.push([day, type, actor.id]);
      return Promise.resolve(null);
    },
  };
  const schedule = reconcile({
    reconciliations,
    queue: { enqueue: async () => Promise.reject(new Error('Redis is unavailable')) },
    at,
    clock: { now: () => Date.parse(now) },
    logger: silentLogger,
  });
  await schedule.stop();
  return days;
}

describe('the reconciliation of the day', () => {
  it('is requested once its time has come, even if the queue is unavailable', async () => {
    expect(await looked('03:00', '2026-01-02T03:00:00Z', '2026-01-01')).toEqual([
      ['2026-01-02', 'reconciliation', 'service'],
    ]);
  });

  it('is not requested before its time, twice a day, or on the first day of an installation', async () => {
    expect(await looked('03:00', '2026-01-02T02:59:59Z', '2026-01-01')).toEqual([]);
    expect(await looked('03:00', '2026-01-02T23:00:00Z', '2026-01-02')).toEqual([]);
    expect(await looked('03:00', '2026-01-02T04:00:00Z', null)).toEqual([]);
    expect(await looked(null, '2026-01-02T04:00:00Z', '2026-01-01')).toEqual([]);
  });

  it('is requested late by a service that was down for days', async () => {
    expect(await looked('03:00', '2026-01-09T01:00:00Z', '2026-01-05')).toEqual([
      ['2026-01-08', 'reconciliation', 'service'],
    ]);
  });
});
