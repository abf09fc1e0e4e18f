import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import { sendHeartbeats } from './send-heartbeats.js';

const psaCalls = () => ({ answerAgeMs: 10, failures: null });

describe('sendHeartbeats', () => {
  it('publishes at once, and withdraws when it stops', async () => {
    const told: unknown[] = [];
    const schedule = sendHeartbeats({
      board: {
        publish: async (instance, calls) => void told.push([instance, calls]),
        withdraw: async (instance) => void told.push(`${instance} withdrawn`),
      },
      instance: 'worker-1',
      psaCalls,
      logger: silentLogger,
    });
    await nextTurn();
    await schedule.stop();
    expect(told).toEqual([['worker-1', psaCalls()], 'worker-1 withdrawn']);
  });

  it('stops without an error while Redis is unavailable', async () => {
    const refuse = async (): Promise<never> => Promise.reject(new Error('unavailable'));
    const schedule = sendHeartbeats({
      board: { publish: refuse, withdraw: refuse },
      instance: 'worker-1',
      psaCalls,
      logger: silentLogger,
    });
    await nextTurn();
    await expect(schedule.stop()).resolves.toBeUndefined();
  });
});
