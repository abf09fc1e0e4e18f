import type {
  ActorKind,
  AuditAction,
  AuditChange,
  AuditTarget,
  OidcRefusal,
  SignInMethod,
} from '@leadbridge/contracts';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, text } from '../fields.js';

/** An entry of the audit log. Entries are only added, and removed after their retention. */
export const auditModel = defineModel({
  name: 'Audit',
  collection: 'audit_log',
  fields: {
    /** `aud_…` */
    _id: text(),
    at: date(),
    action: text<AuditAction>(),
    actor: mixed<{ id: string; name: string; kind: ActorKind }>(),
    target: mixed<{ type: AuditTarget; id: string }>().personal(),
    changes: mixed<Readonly<Record<string, AuditChange>>>().personal(),
    address: text().orNull(),
    requestId: text().orNull(),
    /** Only of sign-ins. */
    method: text<SignInMethod>().optional(),
    /** Only of failed sign-ins. */
    reason: text<OidcRefusal>().optional(),
    via: text<'mcp'>().optional(),
  },
  indexes: [
    [{ at: -1, _id: -1 }],
    [{ 'target.id': 1, at: -1, _id: -1 }],
    [{ 'actor.id': 1, at: -1, _id: -1 }],
    [{ action: 1, at: -1, _id: -1 }],
  ],
  erasure: 'searched',
  minimize: false,
});

export type AuditDocument = DocumentOf<typeof auditModel>;
