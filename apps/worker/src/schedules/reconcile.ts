import { randomUUID } from 'node:crypto';

import { isoTime, type Clock, type Logger } from '@leadbridge/platform';
import {
  PsaBudgetError,
  StaleClaimError,
  takeMissedOptOuts,
  type EventDispatchStore,
  type MissedOptOutDependencies,
  type ReconciliationDays,
} from '@leadbridge/usecases';

import { repeat, type Schedule } from './repeat.js';

const turn = 'reconcile';
/** A worker that shows no page of the PSA for this long has lost its turn; a page may wait for a window of the PSA's budget. */
const turnLengthMs = 15 * 60_000;
const lookIntervalMs = 30_000;
const failedPauseMs = 300_000;

/**
 * Once a day, from the time on that is set, one worker looks for opt-outs in the PSA that no notification told of. A day that was cut short
 * is begun again by whichever worker is there.
 */
export function reconcile(
  deps: Omit<MissedOptOutDependencies, 'assertTurn'> & {
    readonly turns: Pick<EventDispatchStore, 'takeTurn' | 'endTurn'>;
    readonly days: ReconciliationDays;
    /** `HH:MM` in UTC; null for never. */
    readonly at: string | null;
    readonly clock: Clock;
    readonly logger: Logger;
  },
): Schedule {
  const { turns, days, at, clock, logger } = deps;
  if (at === null) {
    return { stop: () => Promise.resolve() };
  }
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  // A day begins at its time: before it, yesterday's is the last one that is due.
  const currentDay = (): string =>
    isoTime(clock.now() - (hours * 60 + minutes) * 60_000).slice(0, 'YYYY-MM-DD'.length);
  const firstDay = currentDay();
  const holder = randomUUID();
  let isStopping = false;
  const assertTurn = async (): Promise<void> => {
    if (isStopping || !(await turns.takeTurn(turn, holder, turnLengthMs))) {
      throw new StaleClaimError('Missed opt-outs are looked for by another worker');
    }
  };

  const schedule = repeat(
    async () => {
      const day = currentDay();
      // A new installation waits for the time; one that was down at the time makes up for it.
      const isDue = day !== firstDay || (await days.isBegun());
      if (!isDue || (await days.isFinished(day))) {
        return lookIntervalMs;
      }
      await assertTurn();
      const result = await takeMissedOptOuts({ ...deps, assertTurn });
      await days.finish(day, result, isoTime(clock.now()));
      await turns.endTurn(turn, holder);
      logger.info('the opt-outs of the PSA were compared with the ledger', { day, ...result });
      return lookIntervalMs;
    },
    (error) => {
      if (!(error instanceof StaleClaimError) && !(error instanceof PsaBudgetError)) {
        logger.warn('the opt-outs of the PSA were not compared with the ledger; it is tried again', {
          error,
        });
        return failedPauseMs;
      }
      return lookIntervalMs;
    },
  );
  return {
    async stop() {
      isStopping = true;
      await schedule.stop();
      await turns.endTurn(turn, holder).catch(() => undefined);
    },
  };
}
