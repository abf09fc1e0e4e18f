/** Requests to one target at once. A target that answers is given more; one that does not, fewer, so that it holds little of ours. */
const fewest = 2;
const first = 4;
const most = 40;

export const startingPace = first;

/** The next number of requests at once, after one that was answered or not. */
export function adjustPace(pace: number, answered: boolean): number {
  return answered ? Math.min(most, pace + 1) : Math.max(fewest, Math.floor(pace / 2));
}
