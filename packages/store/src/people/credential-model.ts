import type { ActiveSecondFactor, CodeChallenge, SecondFactor } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { mixed, text, texts } from '../fields.js';

/** The secrets with which a person authenticates, all hashed or encrypted. */
export const credentialModel = defineModel({
  name: 'Credential',
  collection: 'credentials',
  fields: {
    /** The user's id. */
    _id: text(),
    /** Null for a person who signs in with OpenID Connect alone. */
    passwordHash: text().orNull(),
    factor: mixed<ActiveSecondFactor>().orNull(),
    pendingFactor: mixed<SecondFactor & { expiresAt: Date }>().orNull(),
    /** Hashes of the unused recovery codes. */
    recoveryHashes: texts().orDefault([]),
    challenge: mixed<
      Omit<CodeChallenge, 'sentAt' | 'expiresAt'> & { sentAt: Date; expiresAt: Date }
    >().orNull(),
  },
});

export type CredentialDocument = DocumentOf<typeof credentialModel>;
