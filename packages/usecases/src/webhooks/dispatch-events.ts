import { subscribesTo } from '@leadbridge/contracts';
import { isoTime, type Clock, type Logger } from '@leadbridge/platform';

import type { EventDispatchStore, NewDelivery, WaitingEvent } from '../ports/event-dispatch.js';
import type { DeliveryLanes } from '../ports/webhooks.js';

export interface DispatchDependencies {
  readonly events: EventDispatchStore;
  readonly lanes: DeliveryLanes;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called whenever something was dispatched, or nothing is left to dispatch. */
  readonly progressed?: () => Promise<void>;
}

type Subscriptions = Awaited<ReturnType<EventDispatchStore['subscriptions']>>;

/** The maximum number of deliveries in one transaction; only those of a single event may exceed it. */
const maxDeliveries = 5_000;
const maxEvents = 500;

/**
 * Dispatches every waiting event to its subscribed webhooks: one delivery each, exactly once, even with
 * concurrent workers. An event that fails is set aside, and the others continue. Returns the number of events.
 */
export async function dispatchEvents(deps: DispatchDependencies): Promise<number> {
  const { events, progressed = () => Promise.resolve() } = deps;
  let dispatched = 0;
  for (;;) {
    const waiting = await events.waiting(maxEvents);
    if (waiting.length === 0) {
      await progressed();
      return dispatched;
    }
    // Read after the events: a webhook that was registered before an event happened must receive it.
    const webhooks = await events.subscriptions();
    const fitting = Math.max(1, Math.floor(maxDeliveries / Math.max(1, webhooks.length)));
    const outcome = await dispatchDespiteFailures(deps, waiting.slice(0, fitting), webhooks);
    if (outcome === 'overtaken') {
      return dispatched;
    }
    dispatched += outcome;
    if (outcome > 0) {
      await progressed();
    }
  }
}

/** Dispatches events together; if that fails, each half by itself, until the ones that fail are alone. */
async function dispatchDespiteFailures(
  deps: DispatchDependencies,
  waiting: readonly WaitingEvent[],
  webhooks: Subscriptions,
): Promise<number | 'overtaken'> {
  try {
    return await dispatchTogether(deps, waiting, webhooks);
  } catch (error) {
    const [event, ...others] = waiting;
    if (event === undefined || others.length > 0) {
      const middle = Math.ceil(waiting.length / 2);
      const first = await dispatchDespiteFailures(deps, waiting.slice(0, middle), webhooks);
      if (first === 'overtaken') {
        return first;
      }
      const second = await dispatchDespiteFailures(deps, waiting.slice(middle), webhooks);
      return second === 'overtaken' ? second : first + second;
    }
    deps.logger.error('an event cannot be dispatched to webhooks; it is set aside and retried', {
      event: event.eventId,
      error,
    });
    await deps.events.setAside(event.eventId);
    return 0;
  }
}

async function dispatchTogether(
  { events, lanes, clock }: DispatchDependencies,
  waiting: readonly WaitingEvent[],
  webhooks: Subscriptions,
): Promise<number | 'overtaken'> {
  const deliveries = expandEvents(waiting, webhooks);
  const eventIds = waiting.map(({ eventId }) => eventId);
  if (!(await events.dispatch(eventIds, deliveries, isoTime(clock.now())))) {
    // Another worker was first.
    return 'overtaken';
  }
  await lanes.wake([...new Set(deliveries.map(({ webhookId }) => webhookId))]);
  return waiting.length;
}

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
