import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger, systemClock, type Logger } from '@leadbridge/platform';
import type { EventDispatchStore, Leases } from '@leadbridge/usecases';

import { dispatchEventsOnSchedule } from './dispatch-events.js';

const pause = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

function harness(
  store: Partial<EventDispatchStore>,
  {
    logger = silentLogger,
    acquire = () => Promise.resolve(true),
    isWoken = false,
  }: { logger?: Logger; acquire?: Leases['acquire']; isWoken?: boolean } = {},
) {
  const woken: string[] = [];
  const listeners = new Set<() => void>();
  const released: string[] = [];
  const schedule = dispatchEventsOnSchedule({
    clock: systemClock,
    logger,
    wakeUps: {
      on(_what, listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      isLive: () => isWoken,
    },
    lanes: {
      wake: (ids) => {
        woken.push(...ids);
        return Promise.resolve();
      },
    },
    leases: {
      acquire,
      release: (lease) => {
        released.push(lease);
        return Promise.resolve();
      },
    },
    events: {
      setAside: () => Promise.resolve(),
      noteProgress: () => Promise.resolve(),
      waiting: () => Promise.resolve([]),
      subscriptions: () => Promise.resolve([]),
      dispatch: () => Promise.resolve(true),
      firstDue: () => Promise.resolve([]),
      ...store,
    },
  });
  return { schedule, woken, released, listeners };
}

describe('the schedule that dispatches events', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('looks for events several times a second, and records every ten seconds that it works', async () => {
    let looks = 0;
    let notes = 0;
    const { schedule } = harness({
      waiting: () => {
        looks += 1;
        return Promise.resolve([]);
      },
      noteProgress: () => {
        notes += 1;
        return Promise.resolve();
      },
    });
    await pause(1_500);
    expect(looks).toBeGreaterThanOrEqual(5);
    expect(notes).toBe(1);
    await pause(10_000);
    await schedule.stop();
    expect(notes).toBe(2);
  });

  it('looks at once when it is woken, and seldom while nobody wakes it but could', async () => {
    const looks: number[] = [];
    const { schedule, listeners } = harness(
      {
        waiting: () => {
          looks.push(Date.now());
          return Promise.resolve([]);
        },
      },
      { isWoken: true },
    );
    const wake = (): void => {
      listeners.forEach((listener) => {
        listener();
      });
    };
    await pause(1_000);
    expect(looks).toHaveLength(1);
    wake();
    await pause(0);
    expect(looks).toHaveLength(2);
    // Many events at once are dispatched together.
    for (let event = 0; event < 10; event += 1) {
      wake();
      await pause(20);
    }
    await pause(300);
    expect(looks.length).toBeLessThanOrEqual(4);
    await pause(10_000);
    expect(looks.length).toBeLessThanOrEqual(10);
    await schedule.stop();
    expect(listeners.size).toBe(0);
  });

  it('records nothing while it hangs', async () => {
    let notes = 0;
    const hangs = new Promise<never>(() => undefined);
    const store = {
      waiting: () => hangs,
      noteProgress: () => {
        notes += 1;
        return Promise.resolve();
      },
    };
    harness(store);
    await pause(30_000);
    expect(notes).toBe(0);
  });

  it('leaves the work to the worker with the lease, and takes over when that stops', async () => {
    let isFree = false;
    let looks = 0;
    const { schedule } = harness(
      {
        waiting: () => {
          looks += 1;
          return Promise.resolve([]);
        },
      },
      { acquire: () => Promise.resolve(isFree) },
    );
    await pause(300);
    expect(looks).toBe(0);
    isFree = true;
    await pause(1_200);
    await schedule.stop();
    expect(looks).toBeGreaterThan(0);
  });

  it('continues after an error, and logs it once', async () => {
    const warnings: string[] = [];
    let faults = 0;
    const { schedule } = harness(
      {
        waiting: () => {
          faults += 1;
          return faults <= 2 ? Promise.reject(new Error('MongoDB is away')) : Promise.resolve([]);
        },
      },
      { logger: { ...silentLogger, warn: (message) => warnings.push(message) } },
    );
    await pause(2_400);
    await schedule.stop();
    expect(faults).toBeGreaterThan(2);
    expect(warnings).toHaveLength(1);
  });

  it('releases its lease when it stops, and does nothing afterwards', async () => {
    let looks = 0;
    const { schedule, released } = harness({
      waiting: () => {
        looks += 1;
        return Promise.resolve([]);
      },
    });
    await pause(50);
    await schedule.stop();
    const before = looks;
    await pause(500);
    expect(looks).toBe(before);
    expect(released).toHaveLength(1);
  });
});
