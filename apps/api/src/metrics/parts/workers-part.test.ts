import { describe, expect, it } from '@jest/globals';

import type { WorkersState } from '../../services.js';
import { shownPart } from '../testing/shown.js';
import { workersPart } from './workers-part.js';

const shownWith = (state: WorkersState | null) =>
  shownPart(workersPart, { workers: () => Promise.resolve(state) }).read();

const state: WorkersState = {
  alive: 2,
  lastSeenAt: '2026-01-31T09:00:00.000Z',
  psaFailure: null,
  psaWriteCheck: null,
};

describe('the metrics of the workers', () => {
  it('show how many live, and the last sign of life', async () => {
    expect(await shownWith(state)).toEqual({
      workers: 2,
      worker_last_seen_timestamp_seconds: 1_769_850_000,
      psa_failing: 0,
    });
  });

  it('show that the PSA fails', async () => {
    const psaFailure = { since: '2026-01-31T08:59:00.000Z', reason: 'server_error' } as const;
    expect(await shownWith({ ...state, psaFailure })).toMatchObject({ psa_failing: 1 });
  });

  it('show 0 before any worker has reported', async () => {
    expect(await shownWith({ ...state, alive: 0, lastSeenAt: null })).toEqual({
      workers: 0,
      worker_last_seen_timestamp_seconds: 0,
      psa_failing: 0,
    });
  });

  it('cannot be read without Redis, which is not the same as no worker', async () => {
    await expect(shownWith(null)).rejects.toThrow('Redis does not respond');
  });
});
