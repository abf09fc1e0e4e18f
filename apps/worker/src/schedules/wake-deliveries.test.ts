import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger, systemClock } from '@leadbridge/platform';

import { wakeDeliveriesOnSchedule } from './wake-deliveries.js';

const pause = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
const dueIn = (webhookId: string, milliseconds: number) => ({
  webhookId,
  dueAt: new Date(Date.now() + milliseconds).toISOString(),
});

type Due = ReturnType<typeof dueIn>;

describe('the schedule that wakes the lanes of due deliveries', () => {
  let pending: readonly Due[];
  let looks: number;
  let woken: string[];
  let warnings: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    [pending, looks, woken, warnings] = [[], 0, [], []];
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const start = (firstDue: () => Promise<readonly Due[]> = () => Promise.resolve(pending)) =>
    wakeDeliveriesOnSchedule({
      events: {
        firstDue: () => {
          looks += 1;
          return firstDue();
        },
      },
      lanes: { wake: (ids) => Promise.resolve(void woken.push(...ids)) },
      clock: systemClock,
      logger: { ...silentLogger, warn: (message) => warnings.push(message) },
    });

  it('wakes those that are due each second, and no others before their time', async () => {
    pending = [dueIn('wh_1', -1), dueIn('wh_2', 60_000)];
    const schedule = start();
    await pause(1_500);
    expect(woken).toEqual(['wh_1', 'wh_1']);
    pending = [dueIn('wh_2', 4_000)];
    await pause(1_000);
    [woken, looks] = [[], 0];
    await pause(2_900);
    expect([woken, looks]).toEqual([[], 0]);
    await pause(100);
    await schedule.stop();
    expect(woken).toEqual(['wh_2']);
  });

  it('looks seldom while nothing is pending, and soon after this worker has scheduled a retry', async () => {
    const schedule = start();
    await pause(60_000);
    expect(looks).toBeLessThanOrEqual(7);
    await pause(3_000);
    pending = [dueIn('wh_1', 0)];
    schedule.wake();
    await pause(0);
    await schedule.stop();
    expect(woken).toEqual(['wh_1']);
  });

  it('continues after an error, and logs it once', async () => {
    const schedule = start(() =>
      looks <= 2 ? Promise.reject(new Error('MongoDB is away')) : Promise.resolve([dueIn('wh_1', 0)]),
    );
    await pause(2_400);
    await schedule.stop();
    expect([warnings.length, woken]).toEqual([1, ['wh_1']]);
  });
});
