import { describe, expect, it } from '@jest/globals';
import type { PsaCallSummary } from '@leadbridge/usecases';

import { readWorkers } from './read-workers.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');
const working: PsaCallSummary = { answerAgeMs: 100, failures: null };

const stateOf = async (alive: readonly PsaCallSummary[], lastAgeMs: number | null = 0) =>
  await readWorkers({ read: async () => Promise.resolve({ alive, lastAgeMs }) }, { now: () => now });

describe('readWorkers', () => {
  it('counts the workers that are alive, and tells when the last was heard of', async () => {
    expect(await stateOf([working, working], 2_500)).toEqual({
      alive: 2,
      lastSeenAt: '2026-01-31T08:59:57.500Z',
      psaFailure: null,
      psaWriteCheck: null,
    });
  });

  it('tells when a worker was heard of that is gone, and null where there was none ever', async () => {
    expect(await stateOf([], 60_000)).toMatchObject({ alive: 0, lastSeenAt: '2026-01-31T08:59:00.000Z' });
    expect(await stateOf([], null)).toMatchObject({ alive: 0, lastSeenAt: null });
  });

  it('tells since when the PSA fails', async () => {
    const failures = { firstAgeMs: 60_000, lastAgeMs: 10, reason: 'unreachable' } as const;
    expect((await stateOf([{ answerAgeMs: null, failures }])).psaFailure).toEqual({
      since: '2026-01-31T08:59:00.000Z',
      reason: 'unreachable',
    });
  });

  it('does not take a failure of this moment for an outage', async () => {
    const failures = { firstAgeMs: 10, lastAgeMs: 10, reason: 'unreachable' } as const;
    expect((await stateOf([{ answerAgeMs: 1_000, failures }])).psaFailure).toBeNull();
  });

  it('names what the PSA lacks', async () => {
    const setup = { missing: ['status qualified'], ageMs: 5_000 };
    expect((await stateOf([{ ...working, setup }])).psaFailure).toEqual({
      since: '2026-01-31T08:59:55.000Z',
      reason: 'missing_mapping',
      missing: ['status qualified'],
    });
  });

  it('tells of the round trip of writes that any worker knows of', async () => {
    const writeProof = { build: '2.1', passedAt: '2026-01-30T09:00:00.000Z', takesArrays: true };
    expect((await stateOf([working, { ...working, writeProof }])).psaWriteCheck).toEqual({
      passed_at: '2026-01-30T09:00:00.000Z',
      build: '2.1',
      takes_arrays: true,
    });
  });

  it('rejects where the board cannot be read', async () => {
    const read = async () => Promise.reject(new Error('Redis is away'));
    await expect(readWorkers({ read }, { now: () => now })).rejects.toThrow('Redis is away');
  });
});
