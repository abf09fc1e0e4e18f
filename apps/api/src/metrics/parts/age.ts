import type { Clock } from '@leadbridge/platform';

/** Seconds since a moment; 0 for none, and for one that another machine's clock puts into the future. */
export function ageSeconds(clock: Clock, since: Date | null): number {
  return since === null ? 0 : Math.max(0, clock.now() - since.getTime()) / 1_000;
}
