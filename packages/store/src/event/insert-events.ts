import { erasedEvent, subscribesTo } from '@leadbridge/contracts';
import { currentTrace, newId, traceOf } from '@leadbridge/platform';
import type { DomainEvent, NewTimelineEntry } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { activeSubscriptions } from '../subscription/active-subscriptions.js';
import { eventModel, type EventDocument } from './event-model.js';
import type { ImportFact } from './import-fact.js';

interface Beside {
  /** Entries that only the timeline has. */
  readonly timeline?: readonly NewTimelineEntry[];
  readonly facts?: readonly ImportFact[];
}

/** Marking so many as dispatched later costs more than a look at who subscribes to them. */
const manyEvents = 50;

/**
 * Writes events in the transaction of the change that they report, where they wait for their dispatch. Of many, those
 * that no webhook receives do not wait.
 *
 * @param at not later than now: webhooks that were registered until then receive them
 */
export async function insertEvents(
  connection: Connection,
  events: readonly DomainEvent[],
  at: Date,
  session: ClientSession,
  { timeline = [], facts = [] }: Beside = {},
): Promise<void> {
  const isAwaited = events.length < manyEvents ? () => true : await awaitedTypes(connection);
  const documents = [
    ...events.map((event) => eventDocument(event, at, isAwaited(event.type) ? null : at)),
    ...timeline.map(entryDocument),
    ...facts.map((fact): EventDocument => ({ _id: newId('fct', fact.at.getTime()), ...fact })),
  ];
  if (documents.length > 0) {
    await collectionOf(eventModel(connection)).insertMany(documents, { session, ordered: false });
  }
}

/** Not read within the transaction, which does not see what was registered since it began. */
async function awaitedTypes(connection: Connection): Promise<(type: string) => boolean> {
  const webhooks = await activeSubscriptions(connection);
  return (type) => webhooks.some(({ events }) => subscribesTo(events, type));
}

function eventDocument(event: DomainEvent, at: Date, dispatchedAt: Date | null): EventDocument {
  const { type, data } = event;
  const leadId = data['lead_id'];
  return {
    _id: newId('evt', at.getTime()),
    ...{ at, type, data },
    // An erasure leaves nothing in the timeline of its lead.
    leadId: typeof leadId === 'number' && type !== erasedEvent ? leadId : null,
    dispatchedAt,
    ...currentTrace(),
    ...traceOf(event),
  };
}

function entryDocument({ leadId, at, ...facts }: NewTimelineEntry): EventDocument {
  const time = new Date(at);
  return { _id: newId('tl', time.getTime()), leadId, at: time, facts };
}
