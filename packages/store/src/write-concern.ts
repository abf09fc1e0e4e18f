/** For writes that can be determined again. Any later write that waits for the journal makes them durable. */
export const unawaited = { writeConcern: { w: 1, journal: false } } as const;
