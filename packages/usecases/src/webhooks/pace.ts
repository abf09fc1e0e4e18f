/**
 * Concurrent requests to one target. A target that responds gets more; one that does not gets fewer, so that
 * it ties up few of our resources.
 */
const fewest = 2;
const first = 4;
const most = 40;

export const startingPace = first;

/** The new limit of concurrent requests, after one that was answered or not. */
export function adjustPace(pace: number, answered: boolean): number {
  return answered ? Math.min(most, pace + 1) : Math.max(fewest, Math.floor(pace / 2));
}
