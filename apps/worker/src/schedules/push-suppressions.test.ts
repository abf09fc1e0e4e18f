import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger, systemClock } from '@leadbridge/platform';

import { pushSuppressions } from './push-suppressions.js';

const pause = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('the schedule that processes due opt-outs', () => {
  let dueAt: number | null;
  let looks: number;
  let pushes: number[];
  const listeners = new Set<() => void>();

  beforeEach(() => {
    jest.useFakeTimers();
    [dueAt, looks, pushes] = [null, 0, []];
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const start = ({ isLive = true, push = (): number => 1 } = {}) =>
    pushSuppressions({
      suppressions: {
        nextDueAt: () => {
          looks += 1;
          return Promise.resolve(dueAt === null ? null : new Date(dueAt).toISOString());
        },
      },
      push: () => {
        pushes.push(Date.now());
        dueAt = null;
        return Promise.resolve(push());
      },
      wakeUps: {
        on: (_what, listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
        isLive: () => isLive,
      },
      clock: systemClock,
      logger: silentLogger,
    });

  it.each([
    ['seldom while new ones make themselves known', true, 13],
    ['once a second while they do not', false, 61],
  ])('looks %s', async (_how, isLive, most) => {
    const schedule = start({ isLive });
    await pause(60_000);
    await schedule.stop();
    expect([looks, pushes]).toEqual([most, []]);
    expect(listeners.size).toBe(0);
  });

  it('processes a new one at once, and a retry when it is due', async () => {
    const schedule = start();
    await pause(1_000);
    const newAt = Date.now();
    dueAt = newAt;
    listeners.forEach((wake) => {
      wake();
    });
    await pause(10);
    dueAt = newAt + 7_300;
    await pause(20_000);
    await schedule.stop();
    expect(pushes).toEqual([newAt, newAt + 7_300]);
  });

  it('waits for a second while another worker holds what is due', async () => {
    dueAt = Date.now();
    const schedule = start({
      push: () => {
        dueAt = Date.now();
        return 0;
      },
    });
    await pause(3_500);
    await schedule.stop();
    expect(pushes).toHaveLength(4);
  });
});
