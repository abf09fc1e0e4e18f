import type { Role, SecondFactorMethod } from '@leadbridge/contracts';

import { defineModel, type DocumentOf } from '../define-model.js';
import { boolean, date, mixed, number, text } from '../fields.js';

/** Secrets are in `credentials`, so that reading a person never returns them. */
export const userModel = defineModel({
  name: 'User',
  collection: 'users',
  fields: {
    /** `usr_…` */
    _id: text(),
    email: text(),
    name: text(),
    role: text<Role>(),
    disabled: boolean(),
    secondFactor: text<SecondFactorMethod>().orNull(),
    secondFactorDueAt: date().orNull(),
    /** Only of a person who has signed in with OpenID Connect. */
    oidc: mixed<{ issuer: string; subject: string }>().optional(),
    createdAt: date(),
    updatedAt: date(),
    lastSignInAt: date().orNull(),
    sessionsEnded: number().optional(),
  },
  indexes: [
    [{ email: 1 }, { unique: true }],
    [
      { 'oidc.issuer': 1, 'oidc.subject': 1 },
      { unique: true, partialFilterExpression: { 'oidc.issuer': { $exists: true } } },
    ],
    [{ name: 1, _id: 1 }],
    [{ role: 1, disabled: 1 }],
  ],
});

export type UserDocument = DocumentOf<typeof userModel>;
