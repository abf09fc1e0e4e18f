import { newId } from '@leadbridge/platform';
import type { DomainEvent } from '@leadbridge/usecases';

import type { EventDocument } from './event-model.js';

export function eventDocuments(events: readonly DomainEvent[], at: Date): EventDocument[] {
  return events.map((event) => ({
    _id: newId('evt', at.getTime()),
    type: event.type,
    data: event.data,
    at,
    dispatched: false,
  }));
}
