import { randomUUID } from 'node:crypto';

import type { Clock, Logger } from '@leadbridge/platform';
import type { EventDispatchStore, Turn } from '@leadbridge/usecases';

import { repeat, type Schedule } from './repeat.js';

/** A worker that is not heard of for this long has lost its turn. */
const turnLengthMs = 4_000;
/** How often the others ask whether it has, and how soon work that failed is tried again. */
const turnIntervalMs = 1_000;

/**
 * Takes turns at work that one worker at a time does, every `pauseMs`. Whoever hangs in it loses the turn to another worker.
 *
 * @param trouble what the log says when it fails: once, and not several times a second while MongoDB is away
 */
export function repeatInTurn(deps: {
  readonly turns: Pick<EventDispatchStore, 'takeTurn' | 'endTurn'>;
  readonly turn: Turn;
  readonly pauseMs: number;
  readonly work: () => Promise<void>;
  readonly trouble: string;
  readonly clock: Clock;
  readonly logger: Logger;
}): Schedule {
  const { turns, turn, pauseMs, work, trouble, clock, logger } = deps;
  const holder = randomUUID();
  let turnUntil = 0;
  let troubled = false;

  async function look(): Promise<number> {
    const now = clock.now();
    if (now >= turnUntil - turnLengthMs / 2) {
      if (!(await turns.takeTurn(turn, holder, turnLengthMs))) {
        turnUntil = 0;
        return turnIntervalMs;
      }
      turnUntil = now + turnLengthMs;
    }
    await work();
    return pauseMs;
  }

  const schedule = repeat(
    async () => {
      const pause = await look();
      troubled = false;
      return pause;
    },
    (error) => {
      if (!troubled) {
        logger.warn(trouble, { error });
      }
      troubled = true;
      return turnIntervalMs;
    },
  );

  return {
    async stop() {
      await schedule.stop();
      await turns.endTurn(turn, holder).catch(() => undefined);
    },
  };
}
