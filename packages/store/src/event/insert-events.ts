import { currentTrace, newId, traceOf } from '@leadbridge/platform';
import type { DomainEvent, NewTimelineEntry } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { insertTimeline } from '../timeline/write-timeline.js';
import { eventModel, type EventDocument } from './event-model.js';
import { outboxModel } from './outbox-model.js';

/** Small enough that the deliveries of a group to many webhooks are still a modest transaction. */
const eventsPerGroup = 50;

/**
 * Writes events in the transaction of the change that they report, together with their timeline entries, and
 * adds them to the outbox.
 */
export async function insertEvents(
  connection: Connection,
  events: readonly DomainEvent[],
  at: Date,
  session: ClientSession,
  timeline: readonly NewTimelineEntry[] = [],
): Promise<void> {
  if (events.length === 0) {
    await insertTimeline(connection, { entries: timeline, events: [] }, session);
    return;
  }
  const documents = events.map((event): EventDocument => ({
    _id: newId('evt', at.getTime()),
    type: event.type,
    data: event.data,
    at,
    ...currentTrace(),
    ...traceOf(event),
  }));
  await collectionOf(eventModel(connection)).insertMany(documents, { session });
  await insertTimeline(connection, { entries: timeline, events: documents }, session);
  const waiting = documents.map(({ _id, type }) => ({ eventId: _id, type }));
  const groups = Array.from({ length: Math.ceil(waiting.length / eventsPerGroup) }, (_, index) => ({
    _id: newId('out', at.getTime()),
    events: waiting.slice(index * eventsPerGroup, (index + 1) * eventsPerGroup),
    at,
  }));
  await collectionOf(outboxModel(connection)).insertMany(groups, { session });
}
