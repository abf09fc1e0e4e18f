import type { StageContext } from '../batch.js';

/** Milliseconds. */
const knownForMs = 20_000;

/**
 * Whether our records may have an id that the PSA has just issued. It issues ids again once it was restored from a
 * backup: those that it had issued since, none of which is above the highest that we knew when the batch began.
 * After a long time, the highest may be another.
 */
export function mayBeIssuedAgain(
  ids: readonly number[],
  highestKnown: number,
  { clock, startedAt }: Pick<StageContext, 'clock' | 'startedAt'>,
): boolean {
  const isOld = clock.now() - startedAt > knownForMs;
  return ids.some((id) => isOld || id <= highestKnown);
}
