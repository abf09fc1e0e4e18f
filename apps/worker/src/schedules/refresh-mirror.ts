import { randomUUID } from 'node:crypto';

import type { Logger } from '@leadbridge/platform';
import type { EventDispatchStore } from '@leadbridge/usecases';

import { repeat, type Schedule } from './repeat.js';

/** Longer than a page takes; a worker that hangs in one loses its turn to another. */
const turnLengthMs = 120_000;
const otherTurnPauseMs = 5_000;
const failurePauseMs = 10_000;

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

  const schedule = repeat(
    async () => {
      if (!(await turns.takeTurn('refresh-mirror', holder, turnLengthMs))) {
        return otherTurnPauseMs;
      }
      const pauseMs = await refresh();
      isTroubled = false;
      return pauseMs;
    },
    (error) => {
      // Once, and not with each repetition while the PSA is away.
      if (!isTroubled) {
        logger.warn('the mirror of the PSA was not refreshed; it is tried again', { error });
      }
      isTroubled = true;
      return failurePauseMs;
    },
  );

  return {
    async stop() {
      await schedule.stop();
      await turns.endTurn('refresh-mirror', holder).catch(() => undefined);
    },
  };
}
