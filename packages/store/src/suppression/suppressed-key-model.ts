import { Schema, type Connection, type Model } from 'mongoose';

/** A key of a person who has opted out, or the keyed hash of one: what every import asks before it creates anything. */
export interface SuppressedKeyDocument {
  /** See `suppressionKeyText`; a keyed hash of that where the person was erased. */
  key: string;
  /** The suppression that it is from; null where none is left, absent until the upgrade from release 1.0. */
  suppressionId?: string | null;
  at: Date;
}

const schema = new Schema<SuppressedKeyDocument>(
  {
    key: { type: String, required: true },
    suppressionId: String,
    at: { type: Date, required: true },
  },
  { collection: 'suppressed_keys', versionKey: false },
);
schema.index({ key: 1 }, { unique: true });

export function suppressedKeyModel(connection: Connection): Model<SuppressedKeyDocument> {
  return (
    connection.models['SuppressedKey'] ?? connection.model<SuppressedKeyDocument>('SuppressedKey', schema)
  );
}
