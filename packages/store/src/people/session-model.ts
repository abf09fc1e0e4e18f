import { Schema, type Connection, type Model } from 'mongoose';

/** Somebody who is signed in. */
export interface SessionDocument {
  /** SHA-256 of the token, in hex: who reads the database can sign in as nobody. */
  _id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date;
  secondFactorProven: boolean;
  /** Sessions of earlier releases have none. */
  address?: string | null;
}

const schema = new Schema<SessionDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    lastSeenAt: { type: Date, required: true },
    secondFactorProven: { type: Boolean, required: true },
    address: { type: String, default: null },
  },
  { collection: 'sessions', versionKey: false },
);
schema.index({ userId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function sessionModel(connection: Connection): Model<SessionDocument> {
  return connection.models['Session'] ?? connection.model<SessionDocument>('Session', schema);
}
