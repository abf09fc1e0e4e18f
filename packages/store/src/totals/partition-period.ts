import type { Period } from '@leadbridge/contracts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Widths of the buckets in milliseconds; each is a multiple of the previous one. */
export const bucketWidths: readonly number[] = [minute, hour, day, 5 * day, 30 * day];

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Adjacent buckets of one width; the span is that of their starts. */
export interface Buckets extends Span {
  readonly grain: number;
}

/** A period in pieces: the rest before the first bucket, buckets without a gap, the rest after them. */
export interface PeriodPartition {
  readonly head: Span;
  readonly buckets: readonly Buckets[];
  /** From the first bucket to the end of the last one. */
  readonly middle: Span;
  readonly tail: Span;
}

/** The start of the bucket of this width that contains a time. */
export function bucketStart(at: Date, grain: number): Date {
  return new Date(Math.floor(at.getTime() / grain) * grain);
}

/** The widest buckets that fit: a year takes a few hundred; the rest is shorter than a minute. */
export function partitionPeriod(period: Period): PeriodPartition {
  const from = period.from.getTime();
  // A period includes its last millisecond.
  const to = period.to.getTime() + 1;
  const buckets = bucketsBetween(from, to, bucketWidths.length - 1);
  const first = Math.min(to, ...buckets.map((span) => span.from.getTime()));
  const last = Math.max(first, ...buckets.map((span) => span.to.getTime()));
  return { head: spanOf(from, first), buckets, middle: spanOf(first, last), tail: spanOf(last, to) };
}

function bucketsBetween(from: number, to: number, level: number): readonly Buckets[] {
  const grain = bucketWidths[level];
  if (grain === undefined || from >= to) {
    return [];
  }
  const first = Math.ceil(from / grain) * grain;
  const last = Math.floor(to / grain) * grain;
  return first >= last
    ? bucketsBetween(from, to, level - 1)
    : [
        ...bucketsBetween(from, first, level - 1),
        { grain, ...spanOf(first, last) },
        ...bucketsBetween(last, to, level - 1),
      ];
}

function spanOf(from: number, to: number): Span {
  return { from: new Date(from), to: new Date(to) };
}
