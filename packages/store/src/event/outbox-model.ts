import type { WaitingEvent } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

/** Events of one transaction that wait to be handed to the webhooks; removed in the transaction that does so. */
export interface OutboxDocument {
  /** `out_…`, which sorts by age. */
  _id: string;
  events: readonly WaitingEvent[];
  /** When the events happened. */
  at: Date;
  /** Of a group that could not be handed on, by the database's clock. */
  failures?: number;
  failingSince?: Date;
  retryAt?: Date;
}

const schema = new Schema<OutboxDocument>(
  {
    _id: { type: String, required: true },
    events: { type: Schema.Types.Mixed, required: true },
    at: { type: Date, required: true },
    failures: Number,
    failingSince: Date,
    retryAt: Date,
  },
  { collection: 'event_outbox', versionKey: false },
);
// Groups that fail are few: whoever asks for them need not read all that waits.
schema.index({ failingSince: 1 }, { partialFilterExpression: { failingSince: { $type: 'date' } } });

export function outboxModel(connection: Connection): Model<OutboxDocument> {
  return connection.models['Outbox'] ?? connection.model<OutboxDocument>('Outbox', schema);
}
