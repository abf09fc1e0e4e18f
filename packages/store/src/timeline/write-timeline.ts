import { erasedEvent } from '@leadbridge/contracts';
import { newId } from '@leadbridge/platform';
import type { EventDelivery, NewTimelineEntry } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { unawaited } from '../write-concern.js';
import { timelineModel, type TimelineDocument } from './timeline-model.js';

const maxDeliveries = 20;

interface SentEvent {
  readonly _id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/**
 * Writes what happened to leads and which events were sent about them. An erasure leaves nothing about its
 * lead.
 */
export async function insertTimeline(
  connection: Connection,
  {
    entries,
    events,
  }: { readonly entries: readonly NewTimelineEntry[]; readonly events: readonly SentEvent[] },
  session: ClientSession,
): Promise<void> {
  const documents = [
    ...entries.map(({ leadId, at, ...facts }): TimelineDocument => {
      const time = new Date(at);
      return { _id: newId('tl', time.getTime()), leadId, at: time, facts };
    }),
    ...events.flatMap(({ _id, type, data, at }): TimelineDocument[] => {
      const leadId = data['lead_id'];
      return typeof leadId !== 'number' || type === erasedEvent
        ? []
        : [{ _id, leadId, at, facts: { kind: 'event', eventType: type, deliveries: [] } }];
    }),
  ];
  if (documents.length > 0) {
    await collectionOf(timelineModel(connection)).insertMany(documents, { session, ordered: false });
  }
}

/**
 * Adds the final results of events' deliveries. Written before the deliveries themselves, whose journaled
 * write makes it durable too.
 */
export async function addDeliveries(
  connection: Connection,
  ended: readonly { readonly eventId: string; readonly delivery: EventDelivery }[],
): Promise<void> {
  if (ended.length === 0) {
    return;
  }
  await collectionOf(timelineModel(connection)).bulkWrite(
    ended.map(({ eventId, delivery }) => ({
      updateOne: {
        filter: { _id: eventId },
        update: { $push: { 'facts.deliveries': { $each: [delivery], $slice: -maxDeliveries } } },
      },
    })),
    { ordered: false, ...unawaited },
  );
}
