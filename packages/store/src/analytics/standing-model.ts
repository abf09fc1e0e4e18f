import type { RecordKind } from '@leadbridge/domain';
import { Schema, type Connection, type Model } from 'mongoose';

/** The one document of its collection. */
export const standingId = 'standing';

/** Records that stand in a state. */
export interface StandingCount {
  status: string;
  source: string;
  count: number;
}

export interface StandingDocument {
  _id: typeof standingId;
  /** Null as soon as a fact is added up that may have changed them. */
  counts: StandingCount[] | null;
  /** About as many records as there were: other sizes tell of records that somebody brought in or took away by hand. */
  sizes: Record<RecordKind, number> | null;
  countedAt: Date | null;
  /** Grows with every chunk of facts, so that a count of an earlier moment collides with it. */
  chunks: number;
}

const schema = new Schema<StandingDocument>(
  {
    _id: { type: String, required: true },
    counts: { type: Schema.Types.Mixed, default: null },
    sizes: { type: Schema.Types.Mixed, default: null },
    countedAt: { type: Date, default: null },
    chunks: { type: Number, default: 0 },
  },
  { collection: 'standing_totals', versionKey: false },
);

export function standingModel(connection: Connection): Model<StandingDocument> {
  return connection.models['Standing'] ?? connection.model<StandingDocument>('Standing', schema);
}
