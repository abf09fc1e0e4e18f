import { subscribesTo } from '@leadbridge/contracts';
import { isoTime, type Clock } from '@leadbridge/platform';

import type {
  DeliveryLanes,
  EventDispatchStore,
  NewDelivery,
  WaitingEvent,
  WaitingEvents,
} from '../ports/webhooks.js';

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
    const waitingGroups = await events.waiting(mostEvents);
    if (waitingGroups.length === 0) {
      return dispatched;
    }
    // In this order: whoever had registered when an event happened is told of it.
    const webhooks = await events.subscriptions();
    const groups = firstGroups(waitingGroups, Math.floor(mostDeliveries / Math.max(1, webhooks.length)));
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

/** As many of the first groups as hold no more than `limit` events, and one in any case. */
function firstGroups(groups: readonly WaitingEvents[], limit: number): readonly WaitingEvents[] {
  let count = 0;
  const tooMany = groups.findIndex(({ events }, index) => {
    count += events.length;
    return index > 0 && count > limit;
  });
  return tooMany === -1 ? groups : groups.slice(0, tooMany);
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
