import { hasListResult, hasUndoResult, type PlannedOutcome } from '@leadbridge/contracts';
import type {
  FilledList,
  ImportIntent,
  ListedOutcome,
  RowOutcome,
  UndoIntent,
  UndoOutcome,
} from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, number, text } from '../fields.js';
import { rowRetentionSeconds } from '../retention.js';

/** One row of a bulk import, an undo or a list of opt-outs. A single import's is a part of its job. */
export const jobRowModel = defineModel({
  name: 'JobRow',
  collection: 'job_rows',
  fields: {
    /** `<job id>:<index>` */
    _id: text(),
    jobId: text(),
    index: number(),
    /** As a spreadsheet shows it; see `rowNumberOf`. */
    row: number().optional(),
    status: text<'pending' | 'succeeded' | 'failed'>(),
    data: mixed<unknown>().optional().personal().erasedTo(null),
    /** The outcome that the dry run showed for this row, which the job commits. */
    planned: mixed<PlannedOutcome>().optional().personal().erasedTo(null),
    intent: mixed<ImportIntent>().orNull().personal().erasedTo(null),
    outcome: mixed<RowOutcome | UndoOutcome | ListedOutcome>().orNull().personal(),
    result: text().orNull(),
    /** Of two rows of one lead, the later one has the higher fence. Missing in rows of earlier releases. */
    fence: number().optional(),
    decidedAt: date().optional(),
    /** The lists that its ticket was added to before it was recorded; see `RecordedRow`. */
    lists: mixed<readonly FilledList[]>().optional(),
    /** Only for a row of an undo: what it is about to do. */
    undo: mixed<UndoIntent>().optional(),
    /** Only for a row of an import: the job that has undone it. */
    undoneBy: text().optional(),
    /** The start of its retention; moved to the end of a job that lasted longer than that. */
    createdAt: date(),
  },
  indexes: [
    [{ jobId: 1, index: 1 }],
    [{ jobId: 1, status: 1, index: 1 }],
    [{ 'outcome.leadId': 1 }, { sparse: true }],
    [{ createdAt: 1 }, { expireAfterSeconds: rowRetentionSeconds }],
  ],
  erasure: 'searched',
  minimize: false,
});

export type JobRowDocument = DocumentOf<typeof jobRowModel>;

/** The number of a row for people; by default, the first one is row 1. */
export function rowNumberOf({
  index,
  row,
}: {
  readonly index: number;
  readonly row?: number | undefined;
}): number {
  return row ?? index + 1;
}

export function rowId(jobId: string, index: number): string {
  return `${jobId}:${index}`;
}

/** The outcome of a row of an import; null for a row of an undo or of a list of opt-outs. */
export function outcomeOfImport(outcome: JobRowDocument['outcome']): RowOutcome | null {
  return outcome?.status === 'succeeded' && (hasUndoResult(outcome) || hasListResult(outcome))
    ? null
    : outcome;
}

/** What counts of an outcome: its result, or why there is none. */
export function resultOf(outcome: NonNullable<JobRowDocument['outcome']>): string {
  return outcome.status === 'succeeded' ? outcome.result : outcome.code;
}

/** What outcomes of rows add to the progress of their job. */
export function progressOf(outcomes: readonly Pick<RowOutcome, 'status'>[]): Record<string, number> {
  const failed = outcomes.filter(({ status }) => status === 'failed').length;
  return {
    'progress.processed': outcomes.length,
    'progress.successful': outcomes.length - failed,
    'progress.failed': failed,
  };
}
