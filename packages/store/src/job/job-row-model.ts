import type { PlannedOutcome } from '@leadbridge/contracts';
import type { ImportIntent, RowOutcome } from '@leadbridge/usecases';
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
  outcome: RowOutcome | null;
  result: string | null;
  /** Under which claim it was decided, and when: of two rows of one lead the later one has the higher fence. Absent in rows of earlier releases. */
  fence?: number;
  decidedAt?: Date;
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
