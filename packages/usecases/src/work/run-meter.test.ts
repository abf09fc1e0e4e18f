import { describe, expect, it } from '@jest/globals';

import type { JobPace } from '../ports/jobs.js';
import type { PsaCallContext, PsaPort } from '../ports/psa.js';
import { createRunMeter } from './run-meter.js';

/** A meter with a manual clock; `call` is one call to the PSA that waited this long for its slot. */
function setUp(former?: JobPace) {
  let now = 0;
  let context: PsaCallContext | null = null;
  const psa: PsaPort = {
    session: (given) => {
      context = given;
      return {} as ReturnType<PsaPort['session']>;
    },
  };
  const meter = createRunMeter(psa, () => now, former);
  meter.psa.session({ priority: 'bulk' });
  return {
    meter,
    work: (milliseconds: number) => {
      now += milliseconds;
    },
    call: (slotWaitMs = 0) => context?.onCall?.(slotWaitMs),
  };
}

describe('the measured cost of a bulk import', () => {
  it('excludes from later rows what the first batch has read for all', () => {
    const { meter, call } = setUp();
    Array.from({ length: 50 }, () => call());
    expect(meter.done(10)?.callsPerRow).toBe(5);
    Array.from({ length: 8 }, () => call());
    // Two batches that ended at the same time: the calls of both are attributed to the first.
    expect(meter.done(10)?.callsPerRow).toBeCloseTo(0.8);
    expect(meter.done(10)?.callsPerRow).toBeCloseTo(0.4);
  });

  it('continues from the cost of earlier runs', () => {
    const { meter, call } = setUp({ millisecondsPerRow: 10, callsPerRow: 0.4 });
    expect(meter.done(10)?.callsPerRow).toBeCloseTo(0.8 / 3);
    Array.from({ length: 8 }, () => call());
    expect(meter.done(10)?.callsPerRow).toBeCloseTo(0.4);
  });

  it('excludes time in which calls waited for the budget, and counts concurrent waits once', () => {
    const { meter, work, call } = setUp();
    work(1_000);
    work(8_000);
    call(8_000);
    call(6_000);
    work(1_000);
    expect(meter.done(10)?.millisecondsPerRow).toBe(200);
  });
});
