import type { SecondFactorMethod } from '@leadbridge/contracts';

import { defineModel, type DocumentOf } from '../define-model.js';
import { mixed, text, texts } from '../fields.js';

interface FactorFields {
  method: SecondFactorMethod;
  sealedSecret: string | null;
  sealedPhone: string | null;
}

/** The secrets with which a person authenticates, all hashed or encrypted. */
export const credentialModel = defineModel({
  name: 'Credential',
  collection: 'credentials',
  fields: {
    /** The user's id. */
    _id: text(),
    /** Null for a person who signs in with OpenID Connect alone. */
    passwordHash: text().orNull(),
    factor: mixed<FactorFields & { lastStep: number }>().orNull(),
    pendingFactor: mixed<FactorFields & { expiresAt: Date }>().orNull(),
    /** Hashes of the unused recovery codes. */
    recoveryHashes: texts().orDefault([]),
    challenge: mixed<{
      challengeId: string;
      purpose: 'proof' | 'enrolment';
      sealedCode: string;
      sentAt: Date;
      expiresAt: Date;
    }>().orNull(),
  },
});

export type CredentialDocument = DocumentOf<typeof credentialModel>;
