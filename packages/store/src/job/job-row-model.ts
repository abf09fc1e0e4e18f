import { undoResults, type PlannedOutcome } from '@leadbridge/contracts';
import type { ImportIntent, RowOutcome, UndoIntent, UndoOutcome } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

import { rowRetentionSeconds } from '../retention.js';

/**
 * One row of an import: what was sent, what was about to be done, what came of it. A single import has a row of its own only
 * from its first intent on; its data stands in the job.
 */
export interface JobRowDocument {
  /** `<job id>:<index>` */
  _id: string;
  jobId: string;
  index: number;
  status: 'pending' | 'succeeded' | 'failed';
  data?: unknown;
  /** What a dry run has shown that this row's job carries out. */
  planned?: PlannedOutcome;
  intent: ImportIntent | null;
  outcome: RowOutcome | UndoOutcome | null;
  result: string | null;
  /** Under which claim it was decided, and when: of two rows of one lead the later one has the higher fence. Absent in rows of earlier releases. */
  fence?: number;
  decidedAt?: Date;
  /** Of a row of an undo: what it is about to do. */
  undo?: UndoIntent;
  /** Of a row of an import: the job that has undone it. */
  undoneBy?: string;
  /** What it is kept from; the end of a job that lasted longer than its rows would have stayed after it. */
  createdAt: Date;
}

const schema = new Schema<JobRowDocument>(
  {
    _id: { type: String, required: true },
    jobId: { type: String, required: true },
    index: { type: Number, required: true },
    status: { type: String, required: true },
    data: Schema.Types.Mixed,
    planned: Schema.Types.Mixed,
    intent: { type: Schema.Types.Mixed, default: null },
    outcome: { type: Schema.Types.Mixed, default: null },
    result: { type: String, default: null },
    fence: Number,
    decidedAt: Date,
    undo: Schema.Types.Mixed,
    undoneBy: String,
    createdAt: { type: Date, required: true },
  },
  { collection: 'job_rows', versionKey: false, minimize: false },
);
schema.index({ jobId: 1, index: 1 });
schema.index({ jobId: 1, status: 1, index: 1 });
schema.index({ 'outcome.leadId': 1 }, { sparse: true });
schema.index({ createdAt: 1 }, { expireAfterSeconds: rowRetentionSeconds });

export function jobRowModel(connection: Connection): Model<JobRowDocument> {
  return connection.models['JobRow'] ?? connection.model<JobRowDocument>('JobRow', schema);
}

export function rowId(jobId: string, index: number): string {
  return `${jobId}:${index}`;
}

/** Whether an outcome is that of a row of an undo, and not of an import. */
export function isOfUndo(outcome: JobRowDocument['outcome']): outcome is UndoOutcome {
  return outcome?.status === 'succeeded' && undoResults.some((result) => result === outcome.result);
}

/** The outcome of a row of an import; null for a row of an undo. */
export function outcomeOfImport(outcome: JobRowDocument['outcome']): RowOutcome | null {
  return isOfUndo(outcome) ? null : outcome;
}
