import type { Clock } from '@leadbridge/platform';

/** Seconds since a time; 0 if there is none, or if another machine's clock puts it in the future. */
export function ageSeconds(clock: Clock, since: Date | number | null): number {
  return since === null ? 0 : Math.max(0, clock.now() - Number(since)) / 1_000;
}
