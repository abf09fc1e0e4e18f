import { expect, it } from '@jest/globals';

import { createMemoryMirror } from '../mirror/testing/memory-mirror.js';
import { readRounds } from './read-rounds.js';

const since = Date.parse('2026-01-02T03:00:00.000Z');
const hourMs = 3_600_000;
const tenMinutesMs = 600_000;

/** For a PSA that refuses one of its lists: the mirror always asks to be called again in ten minutes. */
const refusing = (now: number) => ({
  mirrorStore: createMemoryMirror(),
  readOn: () => Promise.resolve({ pauseMs: tenMinutesMs, isBudgetSpent: true }),
  isStopping: () => false,
  clock: { now: () => now },
});

it('waits for a PSA that has not listed everything yet', async () => {
  const now = since + 23 * hourMs;
  const waiting = { kind: 'waiting', continueAt: now + tenMinutesMs };
  const deps = refusing(now);
  expect(await readRounds(deps, since)).toEqual({ ...waiting, reason: 'psa_budget' });
  const readOn = async () => Promise.resolve({ pauseMs: tenMinutesMs, isBudgetSpent: false });
  expect(await readRounds({ ...deps, readOn }, since)).toEqual(waiting);
});

it('gives up a PSA that has not listed everything within a day, so that the next reconciliation can run', async () => {
  expect(await readRounds(refusing(since + 24 * hourMs), since)).toMatchObject({
    kind: 'refused',
    error: { code: 'EXTERNAL_API_ERROR' },
  });
});
