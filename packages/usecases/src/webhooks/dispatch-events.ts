import { subscribesTo } from '@leadbridge/contracts';
import { isoTime, type Clock, type Logger } from '@leadbridge/platform';

import type {
  EventDispatchStore,
  NewDelivery,
  WaitingEvent,
  WaitingEvents,
} from '../ports/event-dispatch.js';
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

/** The maximum number of deliveries in one transaction; only a single group may exceed it. */
const maxDeliveries = 5_000;
const maxEvents = 500;

/**
 * Dispatches every waiting event to its subscribed webhooks: one delivery each, exactly once, even with
 * concurrent workers. A group that fails is set aside, and the others continue. Returns the number of events.
 */
export async function dispatchEvents(deps: DispatchDependencies): Promise<number> {
  const { events, progressed = () => Promise.resolve() } = deps;
  let dispatched = 0;
  for (;;) {
    const waitingGroups = await events.waiting(maxEvents);
    if (waitingGroups.length === 0) {
      await progressed();
      return dispatched;
    }
    // Read after the events: a webhook that was registered before an event happened must receive it.
    const webhooks = await events.subscriptions();
    const groups = firstGroups(waitingGroups, Math.floor(maxDeliveries / Math.max(1, webhooks.length)));
    const outcome = await dispatchGroups(deps, groups, webhooks);
    if (outcome === 'overtaken') {
      return dispatched;
    }
    dispatched += outcome;
    if (outcome > 0) {
      await progressed();
    }
  }
}

/**
 * Dispatches groups together; if that fails, each one separately, so that a group that cannot be dispatched
 * does not block the others.
 */
async function dispatchGroups(
  deps: DispatchDependencies,
  groups: readonly WaitingEvents[],
  webhooks: Subscriptions,
): Promise<number | 'overtaken'> {
  try {
    return await dispatchTogether(deps, groups, webhooks);
  } catch (error) {
    const [group, ...others] = groups;
    if (group === undefined || others.length > 0) {
      deps.logger.warn('events cannot be dispatched together; each group is tried separately', { error });
      return await dispatchOneByOne(deps, groups, webhooks);
    }
    deps.logger.error('events cannot be dispatched to webhooks; they are set aside and retried', {
      group: group.groupId,
      error,
    });
    await deps.events.setAside(group.groupId);
    return 0;
  }
}

async function dispatchOneByOne(
  deps: DispatchDependencies,
  groups: readonly WaitingEvents[],
  webhooks: Subscriptions,
): Promise<number | 'overtaken'> {
  let dispatched = 0;
  for (const group of groups) {
    const outcome = await dispatchGroups(deps, [group], webhooks);
    if (outcome === 'overtaken') {
      return outcome;
    }
    dispatched += outcome;
  }
  return dispatched;
}

async function dispatchTogether(
  { events, lanes, clock }: DispatchDependencies,
  groups: readonly WaitingEvents[],
  webhooks: Subscriptions,
): Promise<number | 'overtaken'> {
  const waiting = groups.flatMap((group) => group.events);
  const deliveries = expandEvents(waiting, webhooks);
  const groupIds = groups.map(({ groupId }) => groupId);
  if (!(await events.dispatch(groupIds, deliveries, isoTime(clock.now())))) {
    // Another worker was first.
    return 'overtaken';
  }
  await lanes.wake([...new Set(deliveries.map(({ webhookId }) => webhookId))]);
  return waiting.length;
}

/** As many of the first groups as fit into `limit` events, and always at least one. */
function firstGroups(groups: readonly WaitingEvents[], limit: number): readonly WaitingEvents[] {
  let count = 0;
  const tooMany = groups.findIndex(({ events }, index) => {
    count += events.length;
    return index > 0 && count > limit;
  });
  return tooMany === -1 ? groups : groups.slice(0, tooMany);
}

/** One delivery for each event and subscribed webhook. */
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
