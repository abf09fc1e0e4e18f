import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { bucketStart, partitionPeriod, bucketWidths, type Span } from './partition-period.js';

const minute = 60_000;
const day = 24 * 60 * minute;
const year = 366 * day;

const length = ({ from, to }: Span): number => to.getTime() - from.getTime();

const periods = fc
  .tuple(
    fc.integer({ min: 0, max: 2_000_000_000_000 }),
    fc.oneof(fc.integer({ min: 0, max: year }), fc.integer({ min: 0, max: 3 * minute })),
    fc.constantFrom(1, 1_000, minute, day),
  )
  .map(([from, span, unit]) => {
    const start = Math.floor(from / unit) * unit;
    return { from: new Date(start), to: new Date(start + span) };
  });

describe('partitionPeriod', () => {
  it('covers every millisecond of a period once, with bounded pieces', () => {
    fc.assert(
      fc.property(periods, (period) => {
        const { head, buckets, middle, tail } = partitionPeriod(period);
        const pieces = [head, ...buckets, tail];
        expect(head.from).toEqual(period.from);
        expect(tail.to.getTime()).toBe(period.to.getTime() + 1);
        pieces.slice(1).forEach((piece, index) => {
          expect(piece.from).toEqual(pieces[index]?.to);
          expect(length(piece)).toBeGreaterThanOrEqual(0);
        });
        expect(middle).toEqual({ from: head.to, to: tail.from });
        expect(length(tail)).toBeLessThan(minute);
        expect(length(head)).toBeLessThan(buckets.length === 0 ? 2 * minute : minute);
        for (const bucket of buckets) {
          expect(bucketStart(bucket.from, bucket.grain)).toEqual(bucket.from);
          expect(length(bucket) % bucket.grain).toBe(0);
        }
        const count = buckets.reduce((sum, bucket) => sum + length(bucket) / bucket.grain, 0);
        expect(count).toBeLessThanOrEqual(2 * (59 + 23 + 4 + 5) + 13);
      }),
      { numRuns: 300 },
    );
  });

  it('has bucket widths that are multiples of each other', () => {
    bucketWidths.slice(1).forEach((grain, index) => expect(grain % (bucketWidths[index] ?? 0)).toBe(0));
  });
});
