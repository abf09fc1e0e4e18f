import type { Role } from '@leadbridge/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

export interface ApiKeyDocument {
  _id: string;
  name: string;
  role: Role;
  /** SHA-256 of the key in hex; keys are long and random, so that a fast hash is safe. */
  hash: string;
  /** Keys that rotations have replaced. */
  retired?: { hash: string; until: Date }[];
  lastCharacters?: string | null;
  createdAt: Date;
  rotatedAt?: Date | null;
  /** Null for the bootstrap key, which lives as long as the configuration names it. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Revoked as the configuration names no bootstrap key any more, and not by anybody. */
  withdrawn?: boolean;
  lastUsedAt: Date | null;
}

const schema = new Schema<ApiKeyDocument>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    role: { type: String, required: true },
    hash: { type: String, required: true },
    retired: { type: [{ _id: false, hash: String, until: Date }], default: [] },
    lastCharacters: { type: String, default: null },
    createdAt: { type: Date, required: true },
    rotatedAt: { type: Date, default: null },
    expiresAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
    withdrawn: { type: Boolean },
    lastUsedAt: { type: Date, default: null },
  },
  { collection: 'api_keys', versionKey: false },
);
schema.index({ hash: 1 }, { unique: true });
schema.index({ 'retired.hash': 1 });
schema.index({ createdAt: -1, _id: -1 });

export function apiKeyModel(connection: Connection): Model<ApiKeyDocument> {
  return connection.models['ApiKey'] ?? connection.model<ApiKeyDocument>('ApiKey', schema);
}
