import { describe, expect, it } from '@jest/globals';

import { waitingFor, type WaitSigns } from './waiting-for.js';

const now = Date.parse('2026-11-22T10:00:00.000Z');
const later = '2026-11-22T10:02:00.000Z';
const earlier = '2026-11-22T09:58:00.000Z';

const none = { opt_out: 0, lifecycle: 0, single: 0, bulk: 0, mirror: 0 };
const well: WaitSigns = {
  now,
  workers: { alive: 2, psaFailure: null },
  budget: {
    freeFor: { opt_out: 50, lifecycle: 45, single: 40, bulk: 30, mirror: 0 },
    waiting: none,
    nextFreeFor: { opt_out: now, lifecycle: now, single: now, bulk: now, mirror: now },
  },
};
const active = { type: 'bulk_import', status: 'active' } as const;
const queued = { type: 'bulk_import', status: 'queued' } as const;
const putBack = { reason: 'psa_budget', until: later } as const;
const queue = { reason: 'queue', until: null };

describe('what a job waits for', () => {
  it('is nothing while a worker runs it, and once it has finished', () => {
    const noWorker = { ...well, workers: { alive: 0, psaFailure: null } };
    expect(waitingFor(active, well)).toBeNull();
    expect(waitingFor({ ...active, status: 'completed', putBack }, noWorker)).toBeNull();
  });

  it('is a worker if none is alive, whatever it was put back for', () => {
    const signs = { ...well, workers: { alive: 0, psaFailure: null } };
    for (const job of [queued, active, { ...active, putBack }]) {
      expect(waitingFor(job, signs)).toEqual({ reason: 'no_worker', until: null });
    }
  });

  it('is what its worker recorded until that time has come, and then its turn', () => {
    expect(waitingFor({ ...active, putBack }, well)).toEqual(putBack);
    expect(waitingFor({ ...active, putBack: { ...putBack, until: earlier } }, well)).toEqual(queue);
  });

  it('is its turn before its first run, even if Redis does not respond', () => {
    expect(waitingFor(queued, well)).toEqual(queue);
    expect(waitingFor(queued, { now, workers: null, budget: null })).toEqual(queue);
    expect(waitingFor(active, { now, workers: null, budget: null })).toBeNull();
  });

  it('is the PSA while it gives the workers no usable responses', () => {
    const psaFailure = { since: earlier, reason: 'server_error' } as const;
    expect(waitingFor(active, { ...well, workers: { alive: 2, psaFailure } })).toEqual({
      reason: 'psa_unavailable',
      until: null,
    });
  });

  it('is the budget if none is free for its priority and calls of that priority wait', () => {
    const budget = {
      freeFor: { ...none, opt_out: 2 },
      waiting: { ...none, bulk: 1 },
      nextFreeFor: { opt_out: now, lifecycle: now, single: now, bulk: Date.parse(later), mirror: now },
    };
    expect(waitingFor(active, { ...well, budget })).toEqual(putBack);
    expect(waitingFor({ type: 'lead_import', status: 'active' }, { ...well, budget })).toBeNull();
    expect(waitingFor(active, { ...well, budget: { ...budget, waiting: none } })).toBeNull();
  });
});
