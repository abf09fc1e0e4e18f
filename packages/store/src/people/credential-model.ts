import type { SecondFactorMethod } from '@leadbridge/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

interface FactorFields {
  method: SecondFactorMethod;
  sealedSecret: string | null;
  sealedPhone: string | null;
}

/** What a person proves who they are with; all of it hashed or sealed. */
export interface CredentialDocument {
  /** The user's id. */
  _id: string;
  passwordHash: string;
  factor: (FactorFields & { lastStep: number }) | null;
  pendingFactor: (FactorFields & { expiresAt: Date }) | null;
  /** Hashes of the recovery codes that were not used yet. */
  recoveryHashes: string[];
  challenge: {
    challengeId: string;
    purpose: 'proof' | 'enrolment';
    sealedCode: string;
    sentAt: Date;
    expiresAt: Date;
  } | null;
}

const schema = new Schema<CredentialDocument>(
  {
    _id: { type: String, required: true },
    passwordHash: { type: String, required: true },
    factor: { type: Schema.Types.Mixed, default: null },
    pendingFactor: { type: Schema.Types.Mixed, default: null },
    recoveryHashes: { type: [String], default: [] },
    challenge: { type: Schema.Types.Mixed, default: null },
  },
  { collection: 'credentials', versionKey: false },
);

export function credentialModel(connection: Connection): Model<CredentialDocument> {
  return connection.models['Credential'] ?? connection.model<CredentialDocument>('Credential', schema);
}
