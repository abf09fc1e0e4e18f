import { describe, expect, it } from '@jest/globals';

import type { PsaCallSummary } from '../ports/heartbeats.js';
import { lastPsaCallAgeMs, psaFailureOf } from './psa-failure.js';

const responded = (answerAgeMs: number | null): PsaCallSummary => ({ answerAgeMs, failures: null });
const failing = (
  firstAgeMs: number,
  lastAgeMs: number,
  answerAgeMs: number | null = null,
): PsaCallSummary => ({
  answerAgeMs,
  failures: { firstAgeMs, lastAgeMs, reason: 'unreachable' },
});

describe('psaFailureOf', () => {
  it('finds none if nothing was called, or the last call got a response', () => {
    expect(psaFailureOf([])).toBeNull();
    expect(psaFailureOf([responded(null), responded(60_000)])).toBeNull();
    expect(psaFailureOf([failing(9_000, 5_000), responded(2_000)])).toBeNull();
  });

  it('is an outage if calls fail for a few seconds, or one failed and nothing was called since', () => {
    const outage = (...workers: PsaCallSummary[]) => psaFailureOf(workers)?.isOutage;
    expect(outage(failing(3_900, 100))).toBe(false);
    expect(outage(failing(4_000, 100))).toBe(true);
    expect(outage(failing(4_000, 4_000))).toBe(false);
    expect(outage(failing(4_000, 4_000), failing(3_000, 3_000))).toBe(true);
    expect(outage(failing(12_000, 12_000, 20_000))).toBe(true);
  });

  it('counts from the last response to any worker, and names the latest reason', () => {
    const refused: PsaCallSummary = {
      answerAgeMs: 30_000,
      failures: { firstAgeMs: 7_000, lastAgeMs: 500, reason: 'credentials_refused' },
    };
    expect(psaFailureOf([failing(20_000, 1_000), refused, responded(10_000)])).toEqual({
      ageMs: 10_000,
      reason: 'credentials_refused',
      isOutage: true,
    });
  });

  it('treats a PSA as healthy if it responds to one worker and not to another', () => {
    expect(psaFailureOf([failing(600_000, 100), responded(90)])).toBeNull();
    expect(psaFailureOf([failing(600_000, 100), responded(900)])).toMatchObject({ isOutage: false });
  });
});

describe('lastPsaCallAgeMs', () => {
  it('is the age of the last call of all, with a response or without', () => {
    expect(lastPsaCallAgeMs([responded(null)])).toBe(Number.POSITIVE_INFINITY);
    expect(lastPsaCallAgeMs([responded(9_000), failing(20_000, 4_000, 60_000)])).toBe(4_000);
    expect(lastPsaCallAgeMs([responded(300), failing(20_000, 4_000)])).toBe(300);
  });
});
