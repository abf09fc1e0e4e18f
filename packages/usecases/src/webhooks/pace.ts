/**
 * Concurrent requests to one target. A target that responds gets more; one that does not gets fewer, so that
 * it ties up few of our resources.
 */
const fewest = 2;
const first = 4;
const most = 40;

export const startingPace = first;

/** The new limit of concurrent requests, after one with a response or without. */
export function adjustPace(pace: number, responded: boolean): number {
  return responded ? Math.min(most, pace + 1) : Math.max(fewest, Math.floor(pace / 2));
}
