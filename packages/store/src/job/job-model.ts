import type { JobResult, JobStatus, JobType } from '@leadbridge/contracts';
import type { Traced } from '@leadbridge/platform';
import type { JobActor, JobError, JobPace, JobProgress, PutBack } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

import { jobRetentionSeconds } from '../retention.js';

export interface OpenRun {
  readonly process: string;
  readonly processed: number;
}

export interface JobDocument extends Traced {
  _id: string;
  type: JobType;
  status: JobStatus;
  input: Record<string, unknown>;
  requestId: string;
  actor: JobActor;
  progress: JobProgress;
  result: JobResult | null;
  error: JobError | null;
  parentJobId: string | null;
  cancelRequested: boolean;
  /** Of an import: the undo that was last begun of it. */
  undoneBy?: string;
  /** Of the run that began last; see `JobRun`. */
  run?: string;
  pace?: JobPace;
  rowsAtOnce?: number;
  callsPerWindow?: number;
  rowsToTry?: number;
  /** Of the run that began last, until it ends in order: its process, and how many rows were processed when it began. */
  openRun?: OpenRun;
  lostRuns?: number;
  /** Of the row that was last worked on alone: how often that was begun, and did not come to an end. */
  trial?: { index: number; open: number };
  plannedRequests?: { writes: number; listItems?: Record<string, number> };
  /** Of a dry run: the job that has carried it out, or is at it. */
  committedBy?: string;
  putBack?: { reason: PutBack['reason']; until: Date };
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** Where a job names the record that it is about. */
const recordFields = [
  'input.lead_id',
  'input.prospect_id',
  'input.opportunity_id',
  'result.lead_id',
] as const;

const schema = new Schema<JobDocument>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    status: { type: String, required: true },
    input: { type: Schema.Types.Mixed, required: true },
    requestId: { type: String, required: true },
    actor: { type: Schema.Types.Mixed, required: true },
    progress: { type: Schema.Types.Mixed, required: true },
    result: { type: Schema.Types.Mixed, default: null },
    error: { type: Schema.Types.Mixed, default: null },
    parentJobId: { type: String, default: null },
    cancelRequested: { type: Boolean, default: false },
    undoneBy: String,
    run: String,
    pace: Schema.Types.Mixed,
    rowsAtOnce: Number,
    callsPerWindow: Number,
    rowsToTry: Number,
    openRun: Schema.Types.Mixed,
    lostRuns: Number,
    trial: Schema.Types.Mixed,
    plannedRequests: Schema.Types.Mixed,
    committedBy: String,
    putBack: Schema.Types.Mixed,
    createdAt: { type: Date, required: true },
    startedAt: { type: Date, default: null },
    finishedAt: { type: Date, default: null },
    traceparent: String,
  },
  { collection: 'jobs', versionKey: false, minimize: false },
);
for (const fields of [[], ['type'], ['status'], ['type', 'status'], ['input.source'], ['actor.id']]) {
  schema.index({ ...Object.fromEntries(fields.map((field) => [field, 1] as const)), createdAt: -1, _id: -1 });
}
for (const field of recordFields) {
  schema.index({ [field]: 1 }, { sparse: true });
}
schema.index({ parentJobId: 1 }, { partialFilterExpression: { parentJobId: { $type: 'string' } } });
schema.index({ 'putBack.until': 1 }, { partialFilterExpression: { 'putBack.until': { $exists: true } } });
schema.index({ finishedAt: 1 }, { expireAfterSeconds: jobRetentionSeconds });

export function jobModel(connection: Connection): Model<JobDocument> {
  return connection.models['Job'] ?? connection.model<JobDocument>('Job', schema);
}
