import { randomUUID } from 'node:crypto';

import { isoTime, type Clock, type Logger } from '@leadbridge/platform';
import { dispatchEvents, type DeliveryLanes, type EventDispatchStore } from '@leadbridge/usecases';

import { repeat, type Schedule } from './repeat.js';

/** Milliseconds between two looks for new events, of the worker whose turn it is. */
const eventInterval = 200;
/** Between two looks for deliveries that are due: repetitions, and what Redis lost. */
const dueInterval = 1_000;
/** A worker that is not heard of for this long has lost its turn. */
const turnLength = 4_000;
/** How often the others ask whether it has. */
const turnInterval = 1_000;

/**
 * Hands new events to the webhooks, and wakes the lanes of what is due. One worker does so at a time, to spare the others the
 * conflicts; were it two, every event would still be handed on once.
 */
export function dispatchEventsOnSchedule(deps: {
  events: EventDispatchStore;
  lanes: DeliveryLanes;
  clock: Clock;
  logger: Logger;
}): Schedule {
  const { events, lanes, clock, logger } = deps;
  const holder = randomUUID();
  let turnUntil = 0;
  let dueAt = 0;
  let troubled = false;

  async function look(): Promise<number> {
    const now = clock.now();
    if (now >= turnUntil - turnLength / 2) {
      if (!(await events.takeTurn(holder, turnLength))) {
        turnUntil = 0;
        return turnInterval;
      }
      turnUntil = now + turnLength;
    }
    await dispatchEvents(deps);
    if (now >= dueAt) {
      dueAt = now + dueInterval;
      await lanes.wake(await events.webhooksWithDueDeliveries(isoTime(now)));
    }
    return eventInterval;
  }

  const schedule = repeat(
    async () => {
      const pause = await look();
      troubled = false;
      return pause;
    },
    (error) => {
      // Said once, and not five times a second while MongoDB is away.
      if (!troubled) {
        logger.warn('events cannot be handed to the webhooks; it is tried again', { error });
      }
      troubled = true;
      return turnInterval;
    },
  );

  return {
    async stop() {
      await schedule.stop();
      await events.endTurn(holder).catch(() => undefined);
    },
  };
}
