import { describe, expect, it } from '@jest/globals';

import type { JobRecord } from '../ports/jobs.js';
import { createBatchWidth, noteSpent, type FullWidth, type NotedWidth } from './batch-width.js';
import { createMemoryPsa } from '../testing/memory-psa.js';
import { createRunMeter } from './run-meter.js';

const options: FullWidth = { batchSize: 100, rateLimit: null };
const windowMs = 300_000;

const widthOf = (noted: NotedWidth, changes: Partial<FullWidth> = {}) =>
  createBatchWidth(noted, { ...options, ...changes });

/** A batch in the first window of a run. */
const cost = (callsPerRow: number) => ({ callsPerRow, runMs: 1_000 });

describe('the batch size of a bulk import', () => {
  it('is the requested size, halved after a window that was too small for it', () => {
    const width = widthOf({});
    const window = { callsPerWindow: 500, windowMs };
    expect([width.rows, width.isNarrowed]).toEqual([100, false]);
    expect(width.narrowed(window)).toEqual({ rowsAtOnce: 50, ...window });
    expect(widthOf({}, { rateLimit: 30 }).rows).toBe(30);
    expect(widthOf({ rowsAtOnce: 1 }).narrowed(window)).toBeNull();
  });

  it('doubles after each batch that shows room for it, up to the requested size', () => {
    const width = widthOf({ rowsAtOnce: 13, callsPerWindow: 500, windowMs });
    const widths = [width.rows];
    while (width.isNarrowed) {
      expect(width.carried(width.rows, cost(1))).toEqual({ rowsAtOnce: width.rows });
      widths.push(width.rows);
    }
    expect(widths).toEqual([13, 26, 52, 100]);
    expect(width.carried(100, cost(1))).toBeNull();
  });

  it('stays the same if twice as many rows may take more than half of a window', () => {
    const width = widthOf({ rowsAtOnce: 13, callsPerWindow: 500, windowMs });
    expect(width.carried(13, cost(9.7))).toBeNull();
    expect(width.carried(12, cost(1))).toBeNull();
    expect(width.rows).toBe(13);
    expect(width.carried(13, cost(9.6))).toEqual({ rowsAtOnce: 26 });
  });

  it('grows with the current window, although the window was small when the import was narrowed', () => {
    const noted: NotedWidth = { rowsAtOnce: 1, callsPerWindow: 20, windowMs };
    expect(widthOf(noted).carried(1, cost(6))).toBeNull();
    const learnt = widthOf(noted).spent({ callsPerWindow: 500, windowMs });
    expect(learnt).toEqual({ callsPerWindow: 500, windowMs });
    expect(widthOf({ ...noted, ...learnt }).carried(1, cost(6))).toEqual({ rowsAtOnce: 2 });
  });

  it.each([
    ['an import that was not narrowed', {}, 500],
    ['what is known', { rowsAtOnce: 1, callsPerWindow: 500, windowMs }, 500],
    ['a window without known size', { rowsAtOnce: 1, callsPerWindow: 20, windowMs }, 0],
  ])('does not change for %s', (_name, noted, callsPerWindow) => {
    expect(widthOf(noted).spent({ callsPerWindow, windowMs })).toBeNull();
  });

  it('grows after a whole window that was not used up', () => {
    const width = widthOf({ rowsAtOnce: 1, callsPerWindow: 20, windowMs });
    expect(width.carried(1, { callsPerRow: 6, runMs: windowMs })).toBeNull();
    expect(width.carried(1, { callsPerRow: 6, runMs: windowMs + 1 })).toEqual({ rowsAtOnce: 2 });
  });

  it('also grows for an import that an earlier release narrowed', () => {
    const width = widthOf({ rowsAtOnce: 1 });
    expect(width.carried(1, cost(12))).toEqual({ rowsAtOnce: 2 });
  });

  it.each([
    ['all', {}, {}, 900],
    ['those that a minute allows too', {}, { rateLimit: 130 }, 30],
    ['none beyond a rate limit', {}, { rateLimit: 30 }, 0],
    ['none after a window that was too small', { rowsAtOnce: 50, callsPerWindow: 500, windowMs }, {}, 0],
    ['all after that of an earlier release, which noted no window', { rowsAtOnce: 50 }, {}, 900],
  ])('lets a batch count on %s of the rows behind it', (_which, noted, changes, count) => {
    expect(widthOf(noted, changes).within(900)).toBe(count);
  });

  it('lets a batch count on the rows behind it again after a whole window that was not used up', () => {
    const width = widthOf({ rowsAtOnce: 50, callsPerWindow: 500, windowMs });
    width.carried(50, cost(4));
    expect(width.within(900)).toBe(0);
    width.carried(50, { callsPerRow: 4, runMs: windowMs + 1 });
    expect(width.within(900)).toBe(900);
  });
});

describe('a run that the budget breaks off', () => {
  it.each<[string, number, boolean, Partial<JobRecord>, object | null]>([
    [
      'halves the batches if it made half of a window in vain',
      250,
      false,
      {},
      { rowsAtOnce: 50, callsInVain: 0 },
    ],
    ['does so with the runs before it', 150, false, { callsInVain: 100 }, { rowsAtOnce: 50, callsInVain: 0 }],
    ['counts its calls otherwise', 60, false, { callsInVain: 100 }, { callsInVain: 160 }],
    ['counts from nothing once it has completed a row', 60, true, { callsInVain: 100 }, { callsInVain: 0 }],
    ['notes nothing if it has nothing to note', 60, true, {}, null],
  ])('%s', async (_what, calls, hasDecided, given, noted) => {
    const notes: object[] = [];
    const meter = createRunMeter(createMemoryPsa(), () => 0, undefined);
    const session = meter.psa.session({ priority: 'bulk' });
    await Promise.all(Array.from({ length: calls }, async () => session.lists()));
    meter.done(hasDecided ? 5 : 0);
    const run = { job: { jobId: 'job_1', ...given }, meter, width: widthOf({}) };
    const note = async (_jobId: string, found: object) => void notes.push(found);
    await noteSpent({ note }, run, { callsPerWindow: 500, windowMs });
    expect(notes).toEqual(noted === null ? [] : [expect.objectContaining(noted)]);
  });
});
