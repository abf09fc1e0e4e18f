import { describe, expect, it } from '@jest/globals';

import { createBatchWidth, type NotedWidth } from './batch-width.js';
import type { BatchOptions } from './read-options.js';

const options: BatchOptions = { batchSize: 100, continueOnError: true, rateLimit: null };

const widthOf = (noted: NotedWidth, changes: Partial<BatchOptions> = {}) =>
  createBatchWidth(noted, { ...options, ...changes });

describe('the rows that a bulk import works on at once', () => {
  it('are those asked for, and half as many after a window did not carry them', () => {
    const width = widthOf({});
    expect([width.rows, width.isNarrowed]).toEqual([100, false]);
    expect(width.narrowed(500)).toEqual({ rowsAtOnce: 50, callsPerWindow: 500 });
    expect(widthOf({}, { rateLimit: 30 }).rows).toBe(30);
    expect(widthOf({ rowsAtOnce: 1 }).narrowed(500)).toBeNull();
  });

  it('become twice as many after each batch that shows room for them, up to those asked for', () => {
    const width = widthOf({ rowsAtOnce: 13, callsPerWindow: 500 });
    const widths = [width.rows];
    while (width.isNarrowed) {
      expect(width.carried(width.rows, 1)).toEqual({ rowsAtOnce: width.rows });
      widths.push(width.rows);
    }
    expect(widths).toEqual([13, 26, 52, 100]);
    expect(width.carried(100, 1)).toBeNull();
  });

  it('stay as they are where twice as many may take more than half of a window', () => {
    const width = widthOf({ rowsAtOnce: 13, callsPerWindow: 500 });
    expect(width.carried(13, 9.7)).toBeNull();
    expect(width.carried(12, 1)).toBeNull();
    expect(width.rows).toBe(13);
    expect(width.carried(13, 9.6)).toEqual({ rowsAtOnce: 26 });
  });

  it('widen by what a window has now, though it had little when they were narrowed', () => {
    const noted: NotedWidth = { rowsAtOnce: 1, callsPerWindow: 20 };
    expect(widthOf(noted).carried(1, 6)).toBeNull();
    const learnt = widthOf(noted).spent(500);
    expect(learnt).toEqual({ callsPerWindow: 500 });
    expect(widthOf({ ...noted, ...learnt }).carried(1, 6)).toEqual({ rowsAtOnce: 2 });
    expect(widthOf({}).spent(500)).toBeNull();
    expect(widthOf({ rowsAtOnce: 1, callsPerWindow: 500 }).spent(500)).toBeNull();
  });

  it('of an import that an earlier release narrowed widen too', () => {
    const width = widthOf({ rowsAtOnce: 1 });
    expect(width.carried(1, 12)).toEqual({ rowsAtOnce: 2 });
  });
});
