import type { Clock } from '@leadbridge/platform';

/** Asks at most once within `milliseconds`, and shares one question among all who ask at the same time. */
export function rememberFor<T>(milliseconds: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let until = Number.NEGATIVE_INFINITY;
  let answer: Promise<T> | null = null;
  return async () => {
    if (answer === null || clock.now() >= until) {
      until = clock.now() + milliseconds;
      answer = ask();
    }
    return await answer;
  };
}
