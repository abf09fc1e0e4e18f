import { subscribesTo } from '@leadbridge/contracts';
import { isoTime, type Clock } from '@leadbridge/platform';

import type { DeliveryLanes, EventDispatchStore, NewDelivery, WaitingEvent } from '../ports/webhooks.js';

export interface DispatchDependencies {
  readonly events: EventDispatchStore;
  readonly lanes: DeliveryLanes;
  readonly clock: Clock;
}

/** Deliveries of one transaction, at most; only a single group may bring more. */
const mostDeliveries = 5_000;
const mostEvents = 500;

/**
 * Hands every waiting event to the webhooks that want it: one delivery each, exactly once, whoever else is at it. Answers how many
 * events there were.
 */
export async function dispatchEvents({ events, lanes, clock }: DispatchDependencies): Promise<number> {
  let dispatched = 0;
  for (;;) {
    const webhooks = await events.subscriptions();
    const limit = Math.max(
      1,
      Math.min(mostEvents, Math.floor(mostDeliveries / Math.max(1, webhooks.length))),
    );
    const groups = await events.waiting(limit);
    if (groups.length === 0) {
      return dispatched;
    }
    const waiting = groups.flatMap((group) => group.events);
    const deliveries = expandEvents(waiting, webhooks);
    const groupIds = groups.map(({ groupId }) => groupId);
    if (!(await events.dispatch(groupIds, deliveries, isoTime(clock.now())))) {
      // Another worker is at it.
      return dispatched;
    }
    dispatched += waiting.length;
    await lanes.wake([...new Set(deliveries.map(({ webhookId }) => webhookId))]);
  }
}

/** One delivery for each pair of an event and a webhook that wants it. */
export function expandEvents(
  events: readonly WaitingEvent[],
  webhooks: readonly { readonly webhookId: string; readonly events: readonly string[] }[],
): NewDelivery[] {
  return events.flatMap(({ eventId, type }) =>
    webhooks
      .filter((webhook) => subscribesTo(webhook.events, type))
      .map(({ webhookId }) => ({ webhookId, eventId, eventType: type })),
  );
}
