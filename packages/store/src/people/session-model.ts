import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, text } from '../fields.js';

/** Somebody who is signed in. */
export const sessionModel = defineModel({
  name: 'Session',
  collection: 'sessions',
  fields: {
    /** SHA-256 of the token, in hex: who reads the database can sign in as nobody. */
    _id: text(),
    userId: text(),
    createdAt: date(),
    expiresAt: date(),
    lastSeenAt: date(),
    secondFactorProven: boolean(),
    /** Sessions of earlier releases have none. */
    address: text().orNull().optional(),
  },
  indexes: [[{ userId: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
});

export type SessionDocument = DocumentOf<typeof sessionModel>;
