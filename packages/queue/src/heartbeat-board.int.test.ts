import { afterAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';
import type { PsaCallSummary } from '@leadbridge/usecases';

import { workerConnection } from './connections.js';
import { createHeartbeatBoard } from './heartbeat-board.js';

const { redisUrl, redisKeyPrefix } = testServers();
const redis = workerConnection({ redisUrl }, silentLogger);
const quiet: PsaCallSummary = { answerAgeMs: null, failures: null };
let boards = 0;

function newBoard() {
  boards += 1;
  const prefix = `${redisKeyPrefix}:${boards}`;
  return { board: createHeartbeatBoard(redis, prefix), key: `${prefix}:heartbeats` };
}

/** Moves the heartbeat of a worker this many milliseconds into the past. */
async function age(key: string, instance: string, ms: number): Promise<void> {
  const beat = JSON.parse((await redis.hget(key, instance)) ?? '') as { at: number };
  await redis.hset(key, instance, JSON.stringify({ ...beat, at: beat.at - ms }));
}

afterAll(() => {
  redis.disconnect();
});

describe('the heartbeats of the workers', () => {
  it('are empty if there was never a worker', async () => {
    expect(await newBoard().board.read()).toEqual({ alive: [], lastAgeMs: null });
  });

  it('age from their publication, and expire after ten seconds', async () => {
    const { board, key } = newBoard();
    const failures = { firstAgeMs: 4_000, lastAgeMs: 100, reason: 'unreachable' } as const;
    await board.publish('one', { answerAgeMs: 5_000, failures });
    await board.publish('two', quiet);
    await age(key, 'one', 6_000);
    await age(key, 'two', 11_000);
    const { alive, lastAgeMs } = await board.read();
    expect(alive).toHaveLength(1);
    expect(alive[0]?.answerAgeMs).toBeGreaterThanOrEqual(11_000);
    expect(alive[0]?.failures?.firstAgeMs).toBeGreaterThanOrEqual(10_000);
    expect(alive[0]?.failures?.lastAgeMs).toBeLessThan(9_000);
    expect(lastAgeMs).toBeGreaterThanOrEqual(6_000);
    expect(lastAgeMs).toBeLessThan(9_000);
  });

  it('keep the last worker as long as there is no other, and drop those that died long ago', async () => {
    const { board, key } = newBoard();
    await board.publish('one', quiet);
    await board.withdraw('one');
    await age(key, 'one', 3 * 3_600_000);
    const { alive, lastAgeMs } = await board.read();
    expect(alive).toEqual([]);
    expect(lastAgeMs).toBeGreaterThanOrEqual(3 * 3_600_000);
    await board.publish('two', quiet);
    expect(await redis.hkeys(key)).toEqual(['two']);
  });

  it('ignore those of another release in another format', async () => {
    const { board, key } = newBoard();
    await redis.hset(key, 'other', JSON.stringify({ version: 9 }));
    expect(await board.read()).toEqual({ alive: [], lastAgeMs: null });
  });

  it('let only one worker probe the PSA', async () => {
    const { board } = newBoard();
    const claims = await Promise.all([1, 2, 3].map(async () => board.claimPsaProbe(300)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect(await board.claimPsaProbe(300)).toBe(true);
  });
});
