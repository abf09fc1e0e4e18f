import type { SignInMethod } from '@leadbridge/contracts';

import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, text } from '../fields.js';

export const sessionModel = defineModel({
  name: 'Session',
  collection: 'sessions',
  fields: {
    /** SHA-256 of the token in hex, so that reading the database is not enough to sign in. */
    _id: text(),
    userId: text(),
    /** Sessions of earlier releases have none: there were only passwords. */
    method: text<SignInMethod>().optional(),
    createdAt: date(),
    expiresAt: date(),
    lastSeenAt: date(),
    secondFactorProven: boolean(),
    /** Sessions of earlier releases have none: they were proven when they were created. */
    provenAt: date().optional(),
    /** Sessions of earlier releases have none. */
    address: text().orNull().optional(),
  },
  indexes: [[{ userId: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
});

export type SessionDocument = DocumentOf<typeof sessionModel>;
