import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger, systemClock, type Logger } from '@leadbridge/platform';
import type { EventDispatchStore } from '@leadbridge/usecases';

import { dispatchEventsOnSchedule } from './dispatch-events.js';

const pause = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

function house(store: Partial<EventDispatchStore>, logger: Logger = silentLogger) {
  const woken: string[] = [];
  const ended: string[] = [];
  const schedule = dispatchEventsOnSchedule({
    clock: systemClock,
    logger,
    lanes: {
      wake: (ids) => {
        woken.push(...ids);
        return Promise.resolve();
      },
    },
    events: {
      takeTurn: () => Promise.resolve(true),
      endTurn: (holder) => {
        ended.push(holder);
        return Promise.resolve();
      },
      waiting: () => Promise.resolve([]),
      subscriptions: () => Promise.resolve([]),
      dispatch: () => Promise.resolve(true),
      webhooksWithDueDeliveries: () => Promise.resolve([]),
      ...store,
    },
  });
  return { schedule, woken, ended };
}

describe('the schedule that hands events on', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('looks for events several times a second, and for what is due about once', async () => {
    let looks = 0;
    const { schedule, woken } = house({
      waiting: () => {
        looks += 1;
        return Promise.resolve([]);
      },
      webhooksWithDueDeliveries: () => Promise.resolve(['wh_1']),
    });
    await pause(1_500);
    await schedule.stop();
    expect(looks).toBeGreaterThanOrEqual(5);
    expect(woken).toEqual(['wh_1', 'wh_1']);
  });

  it('leaves it to the worker whose turn it is, and takes over when that goes silent', async () => {
    let turn = false;
    let looks = 0;
    const { schedule } = house({
      takeTurn: () => Promise.resolve(turn),
      waiting: () => {
        looks += 1;
        return Promise.resolve([]);
      },
    });
    await pause(300);
    expect(looks).toBe(0);
    turn = true;
    await pause(1_200);
    await schedule.stop();
    expect(looks).toBeGreaterThan(0);
  });

  it('goes on after a fault, and says so once', async () => {
    const warnings: string[] = [];
    let faults = 0;
    const { schedule } = house(
      {
        waiting: () => {
          faults += 1;
          return faults <= 2 ? Promise.reject(new Error('MongoDB is away')) : Promise.resolve([]);
        },
      },
      { ...silentLogger, warn: (message) => warnings.push(message) },
    );
    await pause(2_400);
    await schedule.stop();
    expect(faults).toBeGreaterThan(2);
    expect(warnings).toHaveLength(1);
  });

  it('gives its turn back when it stops, and does nothing after', async () => {
    let looks = 0;
    const { schedule, ended } = house({
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
    expect(ended).toHaveLength(1);
  });
});
