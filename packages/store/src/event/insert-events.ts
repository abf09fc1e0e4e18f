import { erasedEvent } from '@leadbridge/contracts';
import { currentTrace, newId, traceOf } from '@leadbridge/platform';
import type { DomainEvent, NewTimelineEntry } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { eventModel, type EventDocument } from './event-model.js';
import type { ImportFact } from './import-fact.js';

/** What is written beside events. */
interface Beside {
  /** Entries that only the timeline has. */
  readonly timeline?: readonly NewTimelineEntry[];
  readonly facts?: readonly ImportFact[];
}

/** Writes events in the transaction of the change that they report, where they wait for their dispatch. */
export async function insertEvents(
  connection: Connection,
  events: readonly DomainEvent[],
  at: Date,
  session: ClientSession,
  { timeline = [], facts = [] }: Beside = {},
): Promise<void> {
  const documents = [
    ...events.map((event) => eventDocument(event, at)),
    ...timeline.map(entryDocument),
    ...facts.map((fact): EventDocument => ({ _id: newId('fct', fact.at.getTime()), ...fact })),
  ];
  if (documents.length > 0) {
    await collectionOf(eventModel(connection)).insertMany(documents, { session, ordered: false });
  }
}

function eventDocument(event: DomainEvent, at: Date): EventDocument {
  const { type, data } = event;
  const leadId = data['lead_id'];
  return {
    _id: newId('evt', at.getTime()),
    ...{ at, type, data },
    // An erasure leaves nothing in the timeline of its lead.
    leadId: typeof leadId === 'number' && type !== erasedEvent ? leadId : null,
    dispatchedAt: null,
    ...currentTrace(),
    ...traceOf(event),
  };
}

function entryDocument({ leadId, at, ...facts }: NewTimelineEntry): EventDocument {
  const time = new Date(at);
  return { _id: newId('tl', time.getTime()), leadId, at: time, facts };
}
