import type { JobStatus, JobType } from '@leadbridge/contracts';
import type { JobActor, JobError, JobPace, JobProgress, PutBack } from '@leadbridge/usecases';

import { defineModel, type DocumentOf, type Index } from '../define-model.js';
import { boolean, date, mixed, number, text } from '../fields.js';
import { jobRetentionSeconds } from '../retention.js';

export interface OpenRun {
  readonly process: string;
  readonly processed: number;
}

/** Where a job names the record that it is about. */
const recordFields = [
  'input.lead_id',
  'input.prospect_id',
  'input.opportunity_id',
  'result.lead_id',
] as const;

/** What lists of jobs are filtered by. */
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
    input: mixed<Record<string, unknown>>(),
    requestId: text(),
    actor: mixed<JobActor>(),
    progress: mixed<JobProgress>(),
    result: mixed<Readonly<Record<string, unknown>>>().orNull(),
    error: mixed<JobError>().orNull(),
    parentJobId: text().orNull(),
    cancelRequested: boolean().orDefault(false),
    /** Of an import: the undo that was last begun of it. */
    undoneBy: text().optional(),
    /** Of the run that began last; see `JobRun`. */
    run: text().optional(),
    pace: mixed<JobPace>().optional(),
    rowsAtOnce: number().optional(),
    callsPerWindow: number().optional(),
    windowMs: number().optional(),
    rowsToTry: number().optional(),
    /** Of the run that began last, until it ends in order: its process, and how many rows were processed when it began. */
    openRun: mixed<OpenRun>().optional(),
    lostRuns: number().optional(),
    /** Of the rows that were worked on alone, by their index: how often that was begun, and did not come to an end. */
    trials: mixed<Record<number, number>>().optional(),
    plannedRequests: mixed<{ writes: number; listItems?: Record<string, number> }>().optional(),
    /** Of a dry run: the job that has carried it out, or is at it. */
    committedBy: text().optional(),
    putBack: mixed<{ reason: PutBack['reason']; until: Date }>().optional(),
    createdAt: date(),
    startedAt: date().orNull(),
    finishedAt: date().orNull(),
    traceparent: text().optional(),
  },
  indexes: [
    ...listed.map((fields): Index => [{ ...ascending(fields), createdAt: -1, _id: -1 }]),
    ...recordFields.map((field): Index => [{ [field]: 1 }, { sparse: true }]),
    [{ parentJobId: 1 }, { partialFilterExpression: { parentJobId: { $type: 'string' } } }],
    [{ 'putBack.until': 1 }, { partialFilterExpression: { 'putBack.until': { $exists: true } } }],
    [{ finishedAt: 1 }, { expireAfterSeconds: jobRetentionSeconds }],
  ],
  minimize: false,
});

export type JobDocument = DocumentOf<typeof jobModel>;
