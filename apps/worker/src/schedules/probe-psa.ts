import { repeat, type Logger, type Schedule } from '@leadbridge/platform';
import { lastPsaCallAgeMs, psaFailureOf, type HeartbeatBoard, type PsaFailure } from '@leadbridge/usecases';

/** How often to check whether a probe is due. */
const intervalMs = 2_000;
/**
 * Milliseconds without a call to the PSA after which a probe is due. Normally a little over a minute, so that
 * probes and the tokens for them take no more than one call a minute. While the PSA fails, its recovery is
 * detected within fifteen seconds: the pause, a heartbeat and the call.
 */
const pausesMs = { well: 65_000, suspected: 4_000, outage: 8_000 } as const;
/** The share of a window's calls that probes may use, which matters for a small limit. */
const maxShares = { well: 0.02, suspected: 0.2, outage: 0.1 } as const;

interface BudgetSize {
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
}

export function probePauseMs(
  failure: Pick<PsaFailure, 'isOutage'> | null,
  { rateLimit, rateWindowSeconds }: BudgetSize,
): number {
  const state = failure === null ? 'well' : failure.isOutage ? 'outage' : 'suspected';
  return Math.max(pausesMs[state], (rateWindowSeconds * 1_000) / (rateLimit * maxShares[state]));
}

/** Keeps what workers know of the PSA fresh while there are no other calls. One worker probes for all. */
export function probePsa(deps: {
  readonly board: Pick<HeartbeatBoard, 'read' | 'claimPsaProbe'>;
  readonly probe: () => Promise<void>;
  readonly budget: BudgetSize;
  /** Of this process. */
  readonly uptimeMs: () => number;
  readonly logger: Logger;
}): Schedule {
  const { board, probe, budget, uptimeMs, logger } = deps;

  return repeat(
    async () => {
      const { alive } = await board.read();
      const pauseMs = probePauseMs(psaFailureOf(alive), budget);
      const quietMs = Math.min(lastPsaCallAgeMs(alive), uptimeMs());
      if (quietMs >= pauseMs && (await board.claimPsaProbe(pauseMs / 2))) {
        await probe();
      }
      return intervalMs;
    },
    (error) => {
      logger.debug('cannot determine whether to probe the PSA; will retry', { error });
      return intervalMs;
    },
  );
}
