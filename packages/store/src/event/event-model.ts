import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, text } from '../fields.js';
import { eventRetentionSeconds } from '../retention.js';

/** Something that happened and may be sent to webhooks; written in the transaction of the change. */
export const eventModel = defineModel({
  name: 'Event',
  collection: 'events',
  fields: {
    /** `evt_…` */
    _id: text(),
    type: text(),
    data: mixed<Record<string, unknown>>(),
    at: date(),
    traceparent: text().optional(),
  },
  indexes: [
    [{ at: 1, type: 1 }],
    [{ at: 1 }, { name: 'retention', expireAfterSeconds: eventRetentionSeconds }],
  ],
  minimize: false,
});

export type EventDocument = DocumentOf<typeof eventModel>;
