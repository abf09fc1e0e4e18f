import type { Clock } from '@leadbridge/platform';

/** Calls `ask` at most once within `milliseconds`; concurrent callers share one call. */
export function rememberFor<T>(milliseconds: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let until = Number.NEGATIVE_INFINITY;
  let value: Promise<T> | null = null;
  return async () => {
    if (value === null || clock.now() >= until) {
      until = clock.now() + milliseconds;
      value = ask();
    }
    return await value;
  };
}
