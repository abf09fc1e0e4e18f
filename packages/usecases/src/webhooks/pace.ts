/** A target that responds gets more concurrent requests; one that does not ties up few resources. */
const fewest = 2;
const first = 4;
const most = 40;

export const startingPace = first;

/** The new limit of concurrent requests, after one with a response or without. */
export function adjustPace(pace: number, responded: boolean): number {
  return responded ? Math.min(most, pace + 1) : Math.max(fewest, Math.floor(pace / 2));
}
