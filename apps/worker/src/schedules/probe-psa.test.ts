import { afterEach, describe, expect, it } from '@jest/globals';
import { silentLogger, type Schedule } from '@leadbridge/platform';
import type { PsaCallSummary } from '@leadbridge/usecases';

import { probePauseMs, probePsa } from './probe-psa.js';

const usual = { rateLimit: 500, rateWindowSeconds: 300 };
const schedules: Schedule[] = [];

afterEach(async () => {
  await Promise.all(schedules.splice(0).map(async (schedule) => schedule.stop()));
});

/** The probes after one look at the workers' calls. */
async function probesAfter(alive: readonly PsaCallSummary[], isMyTurn = true): Promise<number> {
  let probes = 0;
  const claims: number[] = [];
  schedules.push(
    probePsa({
      board: {
        read: async () => ({ alive, lastAgeMs: 0 }),
        claimPsaProbe: async (milliseconds) => {
          claims.push(milliseconds);
          return isMyTurn;
        },
      },
      probe: async () => {
        probes += 1;
      },
      budget: usual,
      uptimeMs: () => 600_000,
      logger: silentLogger,
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  return probes;
}

describe('the PSA', () => {
  it('is probed after a minute without calls, and sooner while it fails', () => {
    expect(probePauseMs(null, usual)).toBe(65_000);
    expect(probePauseMs({ isOutage: false }, usual)).toBe(4_000);
    expect(probePauseMs({ isOutage: true }, usual)).toBe(8_000);
  });

  it('is probed with a small share of a small budget', () => {
    const small = { rateLimit: 20, rateWindowSeconds: 300 };
    expect(300_000 / probePauseMs(null, small) / 20).toBeCloseTo(0.02);
    expect(300_000 / probePauseMs({ isOutage: true }, small) / 20).toBeCloseTo(0.1);
  });

  it('is not probed while any worker calls it', async () => {
    expect(await probesAfter([{ answerAgeMs: 70_000, failures: null }])).toBe(1);
    expect(
      await probesAfter([
        { answerAgeMs: 70_000, failures: null },
        { answerAgeMs: 20_000, failures: null },
      ]),
    ).toBe(0);
    const failures = { firstAgeMs: 30_000, lastAgeMs: 7_000, reason: 'unreachable' } as const;
    expect(await probesAfter([{ answerAgeMs: 70_000, failures }])).toBe(0);
    expect(await probesAfter([{ answerAgeMs: 70_000, failures: { ...failures, lastAgeMs: 9_000 } }])).toBe(1);
  });

  it('is probed by one worker for all', async () => {
    expect(await probesAfter([], false)).toBe(0);
    expect(await probesAfter([])).toBe(1);
  });
});
