import { describe, expect, it } from '@jest/globals';

import { createBatchWidth, type NotedWidth } from './batch-width.js';
import type { BatchOptions } from './read-options.js';

const options: BatchOptions = { batchSize: 100, continueOnError: true, rateLimit: null };
const windowMs = 300_000;

const widthOf = (noted: NotedWidth, changes: Partial<BatchOptions> = {}) =>
  createBatchWidth(noted, { ...options, ...changes });

/** Of a batch in the first window of a run. */
const cost = (callsPerRow: number) => ({ callsPerRow, runMs: 1_000 });

describe('the rows that a bulk import works on at once', () => {
  it('are those asked for, and half as many after a window did not carry them', () => {
    const width = widthOf({});
    const window = { callsPerWindow: 500, windowMs };
    expect([width.rows, width.isNarrowed]).toEqual([100, false]);
    expect(width.narrowed(window)).toEqual({ rowsAtOnce: 50, ...window });
    expect(widthOf({}, { rateLimit: 30 }).rows).toBe(30);
    expect(widthOf({ rowsAtOnce: 1 }).narrowed(window)).toBeNull();
  });

  it('become twice as many after each batch that shows room for them, up to those asked for', () => {
    const width = widthOf({ rowsAtOnce: 13, callsPerWindow: 500, windowMs });
    const widths = [width.rows];
    while (width.isNarrowed) {
      expect(width.carried(width.rows, cost(1))).toEqual({ rowsAtOnce: width.rows });
      widths.push(width.rows);
    }
    expect(widths).toEqual([13, 26, 52, 100]);
    expect(width.carried(100, cost(1))).toBeNull();
  });

  it('stay as they are where twice as many may take more than half of a window', () => {
    const width = widthOf({ rowsAtOnce: 13, callsPerWindow: 500, windowMs });
    expect(width.carried(13, cost(9.7))).toBeNull();
    expect(width.carried(12, cost(1))).toBeNull();
    expect(width.rows).toBe(13);
    expect(width.carried(13, cost(9.6))).toEqual({ rowsAtOnce: 26 });
  });

  it('widen by what a window has now, though it had little when they were narrowed', () => {
    const noted: NotedWidth = { rowsAtOnce: 1, callsPerWindow: 20, windowMs };
    expect(widthOf(noted).carried(1, cost(6))).toBeNull();
    const learnt = widthOf(noted).spent({ callsPerWindow: 500, windowMs });
    expect(learnt).toEqual({ callsPerWindow: 500, windowMs });
    expect(widthOf({ ...noted, ...learnt }).carried(1, cost(6))).toEqual({ rowsAtOnce: 2 });
  });

  it.each([
    ['an import that was not narrowed', {}, 500],
    ['what is known', { rowsAtOnce: 1, callsPerWindow: 500, windowMs }, 500],
    ['a window of which nothing is known', { rowsAtOnce: 1, callsPerWindow: 20, windowMs }, 0],
  ])('learn nothing by %s', (_name, noted, callsPerWindow) => {
    expect(widthOf(noted).spent({ callsPerWindow, windowMs })).toBeNull();
  });

  it('widen where a whole window has passed that was not used up', () => {
    const width = widthOf({ rowsAtOnce: 1, callsPerWindow: 20, windowMs });
    expect(width.carried(1, { callsPerRow: 6, runMs: windowMs })).toBeNull();
    expect(width.carried(1, { callsPerRow: 6, runMs: windowMs + 1 })).toEqual({ rowsAtOnce: 2 });
  });

  it('of an import that an earlier release narrowed widen too', () => {
    const width = widthOf({ rowsAtOnce: 1 });
    expect(width.carried(1, cost(12))).toEqual({ rowsAtOnce: 2 });
  });
});
