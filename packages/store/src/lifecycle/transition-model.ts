import type { RecordKind } from '@leadbridge/domain';
import { Schema, type Connection, type Model } from 'mongoose';

/** One move of one record; the analytics add these up. */
export interface TransitionRowDocument {
  kind: RecordKind;
  recordId: number;
  leadId: number;
  source: string;
  from: string;
  to: string;
  at: Date;
  secondsInFrom: number;
  /** In the totals of the analytics; absent until then. */
  counted?: true;
}

const schema = new Schema<TransitionRowDocument>(
  {
    kind: { type: String, required: true },
    recordId: { type: Number, required: true },
    leadId: { type: Number, required: true },
    source: { type: String, required: true },
    from: { type: String, required: true },
    to: { type: String, required: true },
    at: { type: Date, required: true },
    secondsInFrom: { type: Number, required: true },
    counted: Boolean,
  },
  { collection: 'transitions', versionKey: false },
);
// Holds all that the analytics read.
schema.index({ at: 1, from: 1, to: 1, secondsInFrom: 1, source: 1 }, { name: 'moves' });
schema.index({ to: 1, at: 1, source: 1 });
schema.index({ at: 1 }, { name: 'uncounted', partialFilterExpression: { counted: null } });

export function transitionModel(connection: Connection): Model<TransitionRowDocument> {
  return connection.models['Transition'] ?? connection.model<TransitionRowDocument>('Transition', schema);
}
