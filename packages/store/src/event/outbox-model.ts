import type { WaitingEvent } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, number, text } from '../fields.js';

/** Events of one transaction that wait to be handed to the webhooks; removed in the transaction that does so. */
export const outboxModel = defineModel({
  name: 'Outbox',
  collection: 'event_outbox',
  fields: {
    /** `out_…`, which sorts by age. */
    _id: text(),
    events: mixed<readonly WaitingEvent[]>(),
    /** When the events happened. */
    at: date(),
    /** Of a group that could not be handed on, by the database's clock. */
    failures: number().optional(),
    failingSince: date().optional(),
    retryAt: date().optional(),
  },
  indexes: [
    // Groups that fail are few: whoever asks for them need not read all that waits.
    [{ failingSince: 1 }, { partialFilterExpression: { failingSince: { $type: 'date' } } }],
  ],
});

export type OutboxDocument = DocumentOf<typeof outboxModel>;
