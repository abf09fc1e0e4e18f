import type { Role } from '@leadbridge/contracts';

import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, listOf, text } from '../fields.js';

export const apiKeyModel = defineModel({
  name: 'ApiKey',
  collection: 'api_keys',
  fields: {
    _id: text(),
    name: text(),
    role: text<Role>(),
    proposeOnly: boolean().optional(),
    /** SHA-256 of the key in hex; keys are long and random, so a fast hash is safe. */
    hash: text(),
    /** Keys that were replaced by rotations. */
    retired: listOf({ hash: text(), until: date() }).orDefault([]).optional(),
    lastCharacters: text().orNull().optional(),
    createdAt: date(),
    rotatedAt: date().orNull().optional(),
    /** Null for the bootstrap key, which is valid as long as it is configured. */
    expiresAt: date().orNull(),
    revokedAt: date().orNull(),
    /** Revoked because the configuration no longer contains the bootstrap key, not by a user. */
    withdrawn: boolean().optional(),
    lastUsedAt: date().orNull(),
  },
  indexes: [[{ hash: 1 }, { unique: true }], [{ 'retired.hash': 1 }], [{ createdAt: -1, _id: -1 }]],
});

export type ApiKeyDocument = DocumentOf<typeof apiKeyModel>;
