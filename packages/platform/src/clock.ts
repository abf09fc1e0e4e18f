/** The one source of time, so that rules and tests can be given another. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds, the form of every timestamp that leaves the service. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
