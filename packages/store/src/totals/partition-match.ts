import type { PeriodPartition, Span } from './partition-period.js';

export function within({ from, to }: Span): object {
  return { $gte: from, $lt: to };
}

/** Facts before the first bucket and after the last one. */
export function inEdges({ head, tail }: PeriodPartition): object {
  return { $or: [{ at: within(head) }, { at: within(tail) }] };
}

export function inBuckets({ buckets }: PeriodPartition): object {
  return buckets.length === 0
    ? { _id: { $in: [] } }
    : { $or: buckets.map(({ grain, ...starts }) => ({ grain, start: within(starts) })) };
}
