/**
 * For writes that need no wait for the disk by themselves: locks, counters, and what can be found out again. The journal keeps the order
 * of writes, so whatever is recorded later, and waited for, makes these durable too.
 */
export const unawaited = { writeConcern: { w: 1, journal: false } } as const;
