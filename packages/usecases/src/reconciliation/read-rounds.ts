import type { MirrorKind, MirrorRound } from '../ports/psa-mirror.js';
import { refused, type JobOutcome } from '../work/job-outcome.js';
import type { ReconciliationDependencies } from './dependencies.js';

/** A run releases its worker after this many milliseconds, and continues later where it stopped. */
const maxRunMs = 30_000;
/** A PSA that refuses a list never lists everything, and must not block the next reconciliation. */
const maxRoundMs = 24 * 3_600_000;

export type Rounds = Readonly<Record<MirrorKind, MirrorRound>>;

/**
 * Reads the PSA until the mirror has completed a round of each kind.
 *
 * @param since Unix milliseconds: the rounds began later
 * @returns the rounds, or the outcome of the job without them
 */
export async function readRounds(
  deps: Pick<ReconciliationDependencies, 'mirrorStore' | 'readOn' | 'isStopping' | 'clock'>,
  since: number,
): Promise<{ readonly rounds: Rounds } | JobOutcome> {
  const { mirrorStore, readOn, isStopping, clock } = deps;
  await mirrorStore.demandRound(since);
  const runUntil = clock.now() + maxRunMs;
  for (;;) {
    const rounds = await mirrorStore.roundSince(since);
    if (rounds !== null) {
      return { rounds };
    }
    if (clock.now() - since >= maxRoundMs) {
      return refused(
        'EXTERNAL_API_ERROR',
        'Within a day the PSA has not shown all of its leads, contacts and clients: it fails, refuses a list, or allows too few requests',
        { service: 'psa' },
      );
    }
    const { pauseMs, isBudgetSpent } = await readOn();
    if (pauseMs > 0 || isStopping() || clock.now() >= runUntil) {
      const continueAt = clock.now() + pauseMs;
      return { kind: 'waiting', continueAt, ...(isBudgetSpent ? { reason: 'psa_budget' } : {}) };
    }
  }
}
