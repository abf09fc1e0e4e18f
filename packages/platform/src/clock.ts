/** The only source of time, so that rules and tests can use another. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds, the format of every timestamp that the service returns. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
