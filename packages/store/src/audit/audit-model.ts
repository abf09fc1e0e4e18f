import type { ActorKind, AuditAction, AuditChange, AuditTarget } from '@leadbridge/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

/** A line of the audit log. Lines are only ever added, and removed once their time is over. */
export interface AuditDocument {
  /** `aud_…` */
  _id: string;
  at: Date;
  action: AuditAction;
  actor: { id: string; name: string; kind: ActorKind };
  target: { type: AuditTarget; id: string };
  changes: Readonly<Record<string, AuditChange>>;
  address: string | null;
  requestId: string | null;
}

const schema = new Schema<AuditDocument>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    action: { type: String, required: true },
    actor: { type: Schema.Types.Mixed, required: true },
    target: { type: Schema.Types.Mixed, required: true },
    changes: { type: Schema.Types.Mixed, required: true },
    address: { type: String, default: null },
    requestId: { type: String, default: null },
  },
  { collection: 'audit_log', versionKey: false, minimize: false },
);
schema.index({ at: -1, _id: -1 });
schema.index({ 'target.id': 1, at: -1, _id: -1 });
schema.index({ 'actor.id': 1, at: -1, _id: -1 });
schema.index({ action: 1, at: -1, _id: -1 });

export function auditModel(connection: Connection): Model<AuditDocument> {
  return connection.models['Audit'] ?? connection.model<AuditDocument>('Audit', schema);
}
