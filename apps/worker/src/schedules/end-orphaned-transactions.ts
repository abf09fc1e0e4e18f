import { repeat, type Logger, type Schedule } from '@leadbridge/platform';
import type { OrphanedTransactions } from '@leadbridge/store';

/**
 * Between two looks while transactions are open, and while none is, so that a killed worker's transaction has
 * ended after four looks, before another worker gets its jobs, after about eleven seconds.
 */
const intervalMs = 2_000;
const idleIntervalMs = 4_000;
const failureIntervalMs = 10_000;

/** If the server itself ends transactions this soon, we do not need to. */
const shortLifetimeSeconds = 15;

/** Those of killed and frozen processes. Any number of workers may do this at once. */
export function endOrphanedTransactions(deps: {
  readonly transactions: OrphanedTransactions;
  /** Seconds for which the server keeps them; null if unknown. */
  readonly lifetime: number | null;
  readonly logger: Logger;
}): Schedule {
  const { transactions, lifetime, logger } = deps;
  let hasToSay = lifetime === null || lifetime > shortLifetimeSeconds;

  return repeat(
    async () => {
      const { ended, open } = await transactions.end();
      if (ended > 0) {
        logger.warn('orphaned transactions in MongoDB were ended', {
          transactions: ended,
        });
      }
      return open > 0 ? intervalMs : idleIntervalMs;
    },
    (error) => {
      if (hasToSay) {
        hasToSay = false;
        logger.warn(
          'transactions that a killed process leaves open in MongoDB could not be looked up, and may hold their locks for a long time; if MongoDB refuses $currentOp and killSessions, set its transactionLifetimeLimitSeconds to 8',
          { error, seconds: lifetime },
        );
      }
      return failureIntervalMs;
    },
  );
}
