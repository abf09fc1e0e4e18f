import { randomUUID } from 'node:crypto';

import type { Logger } from '@leadbridge/platform';
import { PsaRefusedError, type EventDispatchStore } from '@leadbridge/usecases';

import { repeat, type Schedule } from './repeat.js';

/** A worker that is not heard of for this long, killed or frozen, has lost its turn to another. */
const turnLengthMs = 10_000;
/** A page may take longer than a turn, which is kept meanwhile. */
const keepTurnEveryMs = 3_000;
const otherTurnPauseMs = 2_000;
const failurePauseMs = 10_000;
/** A PSA that refuses a list most often always does. */
const refusedPauseMs = 600_000;

/** Keeps the mirror of the PSA fresh, page by page. One worker does so at a time. */
export function refreshMirrorOnSchedule(deps: {
  readonly turns: Pick<EventDispatchStore, 'takeTurn' | 'endTurn'>;
  /** Brings the mirror a page further; answers the milliseconds until the next. */
  readonly refresh: () => Promise<number>;
  readonly logger: Logger;
}): Schedule {
  const { turns, refresh, logger } = deps;
  const holder = randomUUID();
  let isTroubled = false;

  const takeTurn = async (): Promise<boolean> => turns.takeTurn('refresh-mirror', holder, turnLengthMs);

  const schedule = repeat(
    async () => {
      if (!(await takeTurn())) {
        return otherTurnPauseMs;
      }
      const keeping = setInterval(() => {
        takeTurn().catch(() => undefined);
      }, keepTurnEveryMs);
      try {
        const pauseMs = await refresh();
        isTroubled = false;
        return pauseMs;
      } finally {
        clearInterval(keeping);
      }
    },
    (error) => {
      // Once, and not with each repetition while the PSA is away.
      if (!isTroubled) {
        logger.warn('the mirror of the PSA could not be refreshed; will retry', { error });
      }
      isTroubled = true;
      return error instanceof PsaRefusedError ? refusedPauseMs : failurePauseMs;
    },
  );

  return {
    async stop() {
      await schedule.stop();
      await turns.endTurn('refresh-mirror', holder).catch(() => undefined);
    },
  };
}
