import { expect, it } from '@jest/globals';

import { createMemoryMirror } from '../mirror/testing/memory-mirror.js';
import { readRounds } from './read-rounds.js';

const since = Date.parse('2026-01-02T03:00:00.000Z');
const hourMs = 3_600_000;
const tenMinutesMs = 600_000;

/** Of a PSA that refuses one of its lists, as the mirror meets it: to be asked again in ten minutes, for ever. */
const refusing = (now: number) => ({
  mirrorStore: createMemoryMirror(),
  readOn: () => Promise.resolve(tenMinutesMs),
  isStopping: () => false,
  clock: { now: () => now },
});

it('waits for a PSA that has not shown everything yet', async () => {
  const now = since + 23 * hourMs;
  expect(await readRounds(refusing(now), since)).toEqual({ kind: 'waiting', continueAt: now + tenMinutesMs });
});

it('gives a PSA up that has not within a day, so that the next reconciliation has its turn', async () => {
  expect(await readRounds(refusing(since + 24 * hourMs), since)).toMatchObject({
    kind: 'refused',
    error: { code: 'EXTERNAL_API_ERROR' },
  });
});
