import { Schema, type Connection, type Model } from 'mongoose';

/** A deduplication key of a person who has opted out: what every import asks before it creates anything. */
export interface SuppressedKeyDocument {
  key: string;
  at: Date;
}

const schema = new Schema<SuppressedKeyDocument>(
  { key: { type: String, required: true }, at: { type: Date, required: true } },
  { collection: 'suppressed_keys', versionKey: false },
);
schema.index({ key: 1 }, { unique: true });

export function suppressedKeyModel(connection: Connection): Model<SuppressedKeyDocument> {
  return (
    connection.models['SuppressedKey'] ?? connection.model<SuppressedKeyDocument>('SuppressedKey', schema)
  );
}
