import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import type { LimitDecision, Limiter } from './limiter.js';
import { createResilientLimiter } from './resilient-limiter.js';

const demand = { windows: [], slot: null };

/** A limiter over a shared count that can be switched off, with a clock that the test moves. */
function createLimiter() {
  const state = { time: 0, isAway: false, isHanging: false };
  const asked: string[] = [];
  const released: string[] = [];
  const logged: string[] = [];
  const keep = (message: string): void => void logged.push(message);
  const limiterOf = (name: string): Limiter => ({
    async decide() {
      asked.push(name);
      if (name === 'shared' && state.isHanging) {
        await new Promise(() => undefined);
      }
      if (name === 'shared' && state.isAway) {
        throw new Error('Redis is away');
      }
      const decision: LimitDecision = { refusedBy: null, now: state.time, windows: [] };
      return Promise.resolve(decision);
    },
    release: ({ holder }) => void released.push(`${name} ${holder}`),
  });
  const limiter = createResilientLimiter({
    shared: limiterOf('shared'),
    local: limiterOf('local'),
    clock: { now: () => state.time },
    logger: { ...silentLogger, info: keep, warn: keep },
  });
  const hang = (): void => {
    state.isHanging = true;
  };
  return { limiter, state, asked, released, logged, hang };
}

describe('createResilientLimiter', () => {
  it('asks the shared count alone while that responds', async () => {
    const { limiter, asked, logged } = createLimiter();
    await limiter.decide(demand);
    await limiter.decide(demand);
    expect(asked).toEqual(['shared', 'shared']);
    expect(logged).toEqual([]);
  });

  it('responds from the local count at once, until the shared one responds again, which it asks each second', async () => {
    const { limiter, asked, state } = createLimiter();
    state.isAway = true;
    await limiter.decide(demand);
    for (state.time = 500; state.time <= 2_000; state.time += 500) {
      await limiter.decide(demand);
    }
    expect(asked).toEqual(['shared', 'local', 'local', 'shared', 'local', 'local', 'shared', 'local']);
    state.isAway = false;
    await limiter.decide(demand);
    await limiter.decide(demand);
    state.time = 3_500;
    await limiter.decide(demand);
    await limiter.decide(demand);
    expect(asked.slice(8)).toEqual(['local', 'local', 'shared', 'local', 'shared']);
  });

  it('waits for nothing while the shared count hangs', async () => {
    const { limiter, asked, state, hang } = createLimiter();
    state.isAway = true;
    await limiter.decide(demand);
    hang();
    for (state.time = 1_000; state.time <= 5_000; state.time += 1_000) {
      await limiter.decide(demand);
    }
    expect(asked.filter((name) => name === 'local')).toHaveLength(6);
  });

  it('logs once that the shared count is away, and once that it is back', async () => {
    const { limiter, logged, state } = createLimiter();
    state.isAway = true;
    for (state.time = 0; state.time <= 5_000; state.time += 500) {
      await limiter.decide(demand);
    }
    expect(logged).toEqual(['Redis is down: limits are counted for this process only']);
    state.isAway = false;
    for (state.time = 10_000; state.time <= 12_000; state.time += 500) {
      await limiter.decide(demand);
    }
    expect(logged.slice(1)).toEqual(['limits are counted across all processes again']);
  });

  it('gives a place back in both counts, as either may hold it', () => {
    const { limiter, released } = createLimiter();
    limiter.release({ name: 'concurrent_sync', subject: 'key_1', holder: 'a', places: 1 });
    expect(released).toEqual(['shared a', 'local a']);
  });
});
