import type { FindingCounts } from '@leadbridge/contracts';
import type { FindingKind, Remedy } from '@leadbridge/domain';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, number, numbers, text, texts } from '../fields.js';
import { reconciliationRetentionSeconds } from '../retention.js';

export const reconciliationModel = defineModel({
  name: 'Reconciliation',
  collection: 'reconciliations',
  fields: {
    /** `rec_…` */
    _id: text(),
    jobId: text(),
    /** `YYYY-MM-DD`, if the schedule requested it. */
    day: text().optional(),
    requestedBy: text(),
    startedAt: date(),
    finishedAt: date().orNull(),
    tickets: number(),
    records: number(),
    psaRequests: number(),
    /** Missing until it has finished. */
    counts: mixed<FindingCounts>().optional(),
  },
  indexes: [
    [{ day: 1 }, { unique: true, partialFilterExpression: { day: { $exists: true } } }],
    [{ startedAt: 1 }, { expireAfterSeconds: reconciliationRetentionSeconds }],
  ],
});

export type ReconciliationDocument = DocumentOf<typeof reconciliationModel>;

export const findingModel = defineModel({
  name: 'ReconciliationFinding',
  collection: 'reconciliation_findings',
  fields: {
    /** `fnd_…`, derived from the reconciliation, the kind and the subject. */
    _id: text(),
    reconciliationId: text(),
    kind: text<FindingKind>(),
    subject: text(),
    psaTicketId: number().orNull(),
    leadId: number().orNull(),
    details: mixed<Record<string, unknown>>(),
    remedies: texts<Remedy>(),
    ticketIds: numbers(),
    resolution: mixed<{
      remedy: Remedy;
      status: 'pending' | 'done';
      by: string;
      at: Date;
      automatic: boolean;
      /** The job that applies the remedy; missing if it was applied without one. */
      jobId?: string;
      /** The imports that the job waits for. */
      importIds?: string[];
      /** How many tickets it has not imported yet. */
      ticketsLeft?: number;
    }>().orNull(),
    error: text().orNull(),
    /** The job whose remedy failed with the error. */
    refusedBy: text().orNull(),
    createdAt: date(),
  },
  indexes: [
    [{ reconciliationId: 1, kind: 1, _id: 1 }],
    [{ 'resolution.jobId': 1 }, { sparse: true }],
    [{ refusedBy: 1 }, { sparse: true }],
    [{ createdAt: 1 }, { expireAfterSeconds: reconciliationRetentionSeconds }],
  ],
  minimize: false,
});

export type FindingDocument = DocumentOf<typeof findingModel>;

/** A finding that should not be reported again. */
export const keptFindingModel = defineModel({
  name: 'KeptFinding',
  collection: 'reconciliation_kept',
  fields: {
    /** Kind and subject. */
    _id: text(),
    at: date(),
  },
});
