import type { FindingCounts } from '@leadbridge/contracts';
import type { FindingKind, Remedy } from '@leadbridge/domain';
import { Schema, type Connection, type Model } from 'mongoose';

import { reconciliationRetentionSeconds } from '../retention.js';

export interface ReconciliationDocument {
  /** `rec_…` */
  _id: string;
  jobId: string;
  /** `YYYY-MM-DD`, of one that the schedule has asked for. */
  day?: string;
  requestedBy: string;
  startedAt: Date;
  finishedAt: Date | null;
  tickets: number;
  records: number;
  psaRequests: number;
  /** Absent until it has finished. */
  counts?: FindingCounts;
}

/** It names nobody: ids and states alone. */
export interface FindingDocument {
  /** `fnd_…`, made from the reconciliation, the kind and the subject. */
  _id: string;
  reconciliationId: string;
  kind: FindingKind;
  subject: string;
  psaTicketId: number | null;
  leadId: number | null;
  details: Record<string, unknown>;
  remedies: Remedy[];
  ticketIds: number[];
  resolution: {
    remedy: Remedy;
    status: 'pending' | 'done';
    by: string;
    at: Date;
    automatic: boolean;
    /** The job that takes it; absent where it was taken without one. */
    jobId?: string;
  } | null;
  error: string | null;
  createdAt: Date;
}

/** A finding of which nobody wants to hear any more. */
export interface KeptFindingDocument {
  /** Kind and subject. */
  _id: string;
  at: Date;
}

const reconciliationSchema = new Schema<ReconciliationDocument>(
  {
    _id: { type: String, required: true },
    jobId: { type: String, required: true },
    day: String,
    requestedBy: { type: String, required: true },
    startedAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null },
    tickets: { type: Number, required: true },
    records: { type: Number, required: true },
    psaRequests: { type: Number, required: true },
    counts: Schema.Types.Mixed,
  },
  { collection: 'reconciliations', versionKey: false },
);
reconciliationSchema.index({ day: 1 }, { unique: true, partialFilterExpression: { day: { $exists: true } } });
reconciliationSchema.index({ startedAt: 1 }, { expireAfterSeconds: reconciliationRetentionSeconds });

const findingSchema = new Schema<FindingDocument>(
  {
    _id: { type: String, required: true },
    reconciliationId: { type: String, required: true },
    kind: { type: String, required: true },
    subject: { type: String, required: true },
    psaTicketId: { type: Number, default: null },
    leadId: { type: Number, default: null },
    details: { type: Schema.Types.Mixed, required: true },
    remedies: { type: [String], required: true },
    ticketIds: { type: [Number], required: true },
    resolution: { type: Schema.Types.Mixed, default: null },
    error: { type: String, default: null },
    createdAt: { type: Date, required: true },
  },
  { collection: 'reconciliation_findings', versionKey: false, minimize: false },
);
findingSchema.index({ reconciliationId: 1, kind: 1, _id: 1 });
findingSchema.index({ 'resolution.jobId': 1 }, { sparse: true });
findingSchema.index({ createdAt: 1 }, { expireAfterSeconds: reconciliationRetentionSeconds });

const keptSchema = new Schema<KeptFindingDocument>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { collection: 'reconciliation_kept', versionKey: false },
);

export function reconciliationModel(connection: Connection): Model<ReconciliationDocument> {
  return (
    connection.models['Reconciliation'] ??
    connection.model<ReconciliationDocument>('Reconciliation', reconciliationSchema)
  );
}

export function findingModel(connection: Connection): Model<FindingDocument> {
  return (
    connection.models['ReconciliationFinding'] ??
    connection.model<FindingDocument>('ReconciliationFinding', findingSchema)
  );
}

export function keptFindingModel(connection: Connection): Model<KeptFindingDocument> {
  return connection.models['KeptFinding'] ?? connection.model<KeptFindingDocument>('KeptFinding', keptSchema);
}
