import { describe, expect, it } from '@jest/globals';
import type { PutBack } from '@leadbridge/usecases';

import type { WorkersState } from '../../services.js';
import { shownPart } from '../testing/shown.js';
import { putBackPart, workersPart } from './work-parts.js';

const shownWith = (state: WorkersState | null) =>
  shownPart((registry) => workersPart(registry, () => Promise.resolve(state))).read();

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

describe('the metrics of jobs that are put back', () => {
  it('show each reason, and 0 again when no job waits for it any more', async () => {
    const readings: ReadonlyMap<PutBack['reason'], number>[] = [
      new Map([['psa_budget', 3]]),
      new Map([['psa_unavailable', 1]]),
    ];
    const shown = shownPart((registry) =>
      putBackPart(registry, () => Promise.resolve(readings.shift() ?? new Map())),
    );
    expect(await shown.read()).toMatchObject({
      'jobs_put_back{reason="psa_budget"}': 3,
      'jobs_put_back{reason="psa_unavailable"}': 0,
    });
    expect(await shown.read()).toMatchObject({
      'jobs_put_back{reason="psa_budget"}': 0,
      'jobs_put_back{reason="psa_unavailable"}': 1,
    });
  });

  it('do not show the lack of a worker, for which no job is put back', async () => {
    const samples = await shownPart((registry) =>
      putBackPart(registry, () => Promise.resolve(new Map())),
    ).read();
    expect(Object.keys(samples)).not.toContain('jobs_put_back{reason="no_worker"}');
  });
});
