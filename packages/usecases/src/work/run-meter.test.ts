import { describe, expect, it, jest } from '@jest/globals';

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
  const reports: JobPace[] = [];
  const meter = createRunMeter(
    psa,
    () => now,
    former,
    (pace) => reports.push(pace),
  );
  meter.psa.session({ priority: 'bulk' });
  return {
    ...{ meter, reports },
    /** One of several batches under way; `call` is one of its calls from now on. */
    begin: () => {
      const batch = meter.batch();
      batch.psa.session({ priority: 'bulk' });
      const own = context;
      return { batch, call: () => own?.onCall?.(0) };
    },
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

  it('counts for a batch only its own calls, while another is under way', () => {
    const { meter, begin } = setUp();
    const [first, second, third] = [begin(), begin(), begin()];
    Array.from({ length: 30 }, () => [first.call(), second.call()]);
    expect(meter.done(10, first.batch)?.callsPerRow).toBe(3);
    expect(meter.done(10, second.batch)?.callsPerRow).toBe(3);
    Array.from({ length: 20 }, () => third.call());
    expect(meter.done(10, third.batch)?.callsPerRow).toBe(2.5);
  });

  it('is what the first batch plans until one has ended, with the calls that were made for it', () => {
    const { meter, call, work, reports } = setUp();
    Array.from({ length: 4 }, () => call());
    expect(meter.planned(10, 6)).toEqual({ millisecondsPerRow: 0, callsPerRow: 1, callsUnderWay: 4 });
    call();
    expect(reports).toEqual([]);
    work(1_000);
    call();
    expect(reports).toEqual([{ millisecondsPerRow: 0, callsPerRow: 1, callsUnderWay: 6 }]);
    expect(meter.done(10)?.callsPerRow).toBe(0.6);
    expect(meter.planned(10, 100)).toBeNull();
  });

  it('reports the last calls of a burst, after which the next one waits for the budget', () => {
    jest.useFakeTimers();
    try {
      const { meter, call, work, reports } = setUp();
      meter.planned(10, 20);
      work(1_000);
      Array.from({ length: 5 }, () => call());
      expect(reports.map(({ callsUnderWay }) => callsUnderWay)).toEqual([1]);
      jest.advanceTimersByTime(1_000);
      expect(reports.map(({ callsUnderWay }) => callsUnderWay)).toEqual([1, 5]);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('continues from a plan of an earlier run without taking it for a measurement', () => {
    const { meter, call } = setUp({ millisecondsPerRow: 0, callsPerRow: 9, callsUnderWay: 3 });
    expect(meter.planned(10, 7)).toMatchObject({ callsPerRow: 1, callsUnderWay: 3 });
    Array.from({ length: 20 }, () => call());
    expect(meter.done(10)?.callsPerRow).toBe(2);
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
