import { currentTestRun } from '@leadbridge/devkit';

/**
 * The cases of a long matrix that a usual run tries: every n-th, so that about `count` are tried; others with
 * another `TEST_SEED`, and all of them with `MATRIX=all`.
 */
export function sampled<T>(cases: readonly T[], count: number): T[] {
  const { seed, wholeMatrix } = currentTestRun();
  const step = wholeMatrix ? 1 : Math.max(1, Math.ceil(cases.length / count));
  return cases.filter((_, index) => (index + seed) % step === 0);
}
