/**
 * For writes that need not wait for the disk: locks, counters, and what can be determined again. The journal
 * keeps the order of writes, so any later write that waits for it makes these durable too.
 */
export const unawaited = { writeConcern: { w: 1, journal: false } } as const;
