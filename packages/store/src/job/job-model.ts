import type { JobStatus, JobType } from '@leadbridge/contracts';
import type {
  FilledList,
  ImportIntent,
  JobActor,
  JobError,
  JobPace,
  JobProgress,
  PutBack,
  RowOutcome,
} from '@leadbridge/usecases';

import { defineModel, type DocumentOf, type Index } from '../define-model.js';
import { boolean, date, mixed, number, text } from '../fields.js';
import { jobRetentionSeconds } from '../retention.js';

export interface OpenRun {
  readonly process: string;
  readonly processed: number;
}

/** What `job_rows` holds for a row of a bulk import. */
export interface SingleRow {
  readonly intent?: ImportIntent | null;
  readonly outcome?: RowOutcome;
  readonly result?: string;
  readonly fence?: number;
  readonly decidedAt?: Date;
  readonly lists?: readonly FilledList[];
  readonly undoneBy?: string;
}

/** Where a job names the record that it is about. */
const recordFields = [
  'input.lead_id',
  'input.prospect_id',
  'input.opportunity_id',
  'result.lead_id',
] as const;

/** The filters of lists of jobs. */
const listed = [[], ['type'], ['status'], ['type', 'status'], ['input.source'], ['actor.id']];

function ascending(fields: readonly string[]): Record<string, 1> {
  return Object.fromEntries(fields.map((field) => [field, 1] as const));
}

export const jobModel = defineModel({
  name: 'Job',
  collection: 'jobs',
  fields: {
    _id: text(),
    type: text<JobType>(),
    status: text<JobStatus>(),
    input: mixed<Record<string, unknown>>().personal(),
    requestId: text(),
    actor: mixed<JobActor>(),
    progress: mixed<JobProgress>(),
    result: mixed<Readonly<Record<string, unknown>>>().orNull().personal(),
    error: mixed<JobError>().orNull().personal(),
    parentJobId: text().orNull(),
    cancelRequested: boolean().orDefault(false),
    /** Only for a single import, from its first intent on. */
    row: mixed<SingleRow>().optional().personal(),
    /** Only for an import: its latest undo. */
    undoneBy: text().optional(),
    /** The latest run; see `JobRun`. */
    run: text().optional(),
    pace: mixed<JobPace>().optional(),
    rowsAtOnce: number().optional(),
    callsPerWindow: number().optional(),
    windowMs: number().optional(),
    callsInVain: number().optional(),
    rowsToTry: number().optional(),
    /** The latest run until it ends normally: its process, and how many rows were processed when it began. */
    openRun: mixed<OpenRun>().optional(),
    lostRuns: number().optional(),
    /** Rows that were processed alone, by index: how many of these attempts did not end normally. */
    trials: mixed<Record<number, number>>().optional(),
    plannedRequests: mixed<{ writes: number; listItems?: Record<string, number> }>().optional(),
    /** Only for a dry run: the job that commits or has committed it. */
    committedBy: text().optional(),
    putBack: mixed<{ reason: PutBack['reason']; until: Date }>().optional(),
    createdAt: date(),
    dataFrom: date().optional(),
    /** Grows when its rows are copied to another job, or some are erased, so that the two conflict. */
    rowsVersion: number().optional(),
    startedAt: date().orNull(),
    finishedAt: date().orNull(),
    traceparent: text().optional(),
  },
  indexes: [
    ...listed.map((fields): Index => [{ ...ascending(fields), createdAt: -1, _id: -1 }]),
    ...recordFields.map((field): Index => [{ [field]: 1 }, { sparse: true }]),
    [{ parentJobId: 1 }, { partialFilterExpression: { parentJobId: { $type: 'string' } } }],
    [{ 'putBack.until': 1 }, { partialFilterExpression: { 'putBack.until': { $exists: true } } }],
    [
      { type: 1, finishedAt: 1 },
      { name: 'ended_bulks', partialFilterExpression: { type: 'bulk_import' } },
    ],
    [{ finishedAt: 1 }, { expireAfterSeconds: jobRetentionSeconds }],
  ],
  erasure: 'searched',
  minimize: false,
});

export type JobDocument = DocumentOf<typeof jobModel>;
