import type { WaitingEvent } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, number, text } from '../fields.js';

/** Events of one transaction that wait for dispatch; removed in the transaction that dispatches them. */
export const outboxModel = defineModel({
  name: 'Outbox',
  collection: 'event_outbox',
  fields: {
    /** `out_…`, sorts by age. */
    _id: text(),
    events: mixed<readonly WaitingEvent[]>(),
    /** When the events happened. */
    at: date(),
    /** Only for a group that could not be dispatched, by the database's clock. */
    failures: number().optional(),
    failingSince: date().optional(),
    retryAt: date().optional(),
  },
  indexes: [
    // Few groups fail: a query for them need not read all waiting ones.
    [{ failingSince: 1 }, { partialFilterExpression: { failingSince: { $type: 'date' } } }],
  ],
});

export type OutboxDocument = DocumentOf<typeof outboxModel>;
