import type {
  JobInput,
  JobResult,
  JobStatus,
  JobType,
  JobWaitReason,
  PageQuery,
  PlannedOutcome,
} from '@leadbridge/contracts';
import type { ErrorCode, Traced } from '@leadbridge/platform';

import type { AuditEntry } from './audit.js';
import type { Page } from './page.js';
import type { RowOutcome, UndoOutcome } from './row-outcome.js';

export interface JobProgress {
  readonly total: number;
  readonly processed: number;
  readonly successful: number;
  readonly failed: number;
  /** Rows that a cancelled import did not reach. */
  readonly notProcessed?: number;
}

/** Why a job failed: the error envelope, whose details are kept in the form in which callers get them. */
export interface JobError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Who asked for a job, so that its effects can name them. */
export interface JobActor {
  /** The credential's or user's id, or `psa` for a notification. */
  readonly id: string;
  readonly name: string;
}

/** What a row of a bulk import cost of late. */
export interface JobPace {
  readonly millisecondsPerRow: number;
  /** Calls to the PSA. */
  readonly callsPerRow: number;
}

/** A job that a worker has put back, to be gone on with later. */
export interface PutBack {
  readonly reason: Exclude<JobWaitReason, 'no_worker'>;
  /** ISO 8601 */
  readonly until: string;
}

/** What the writes of a dry run would take of the PSA's budget. */
export interface PlannedRequests {
  /** Requests, but for those that fill lists. */
  readonly writes: number;
  /** Items by the id of their list: those of all batches travel together. */
  readonly listItems: Readonly<Record<string, number>>;
}

/** In the trace of the request that asked for it. */
export interface JobRecord<T extends JobType = JobType> extends Traced {
  readonly jobId: string;
  readonly type: T;
  readonly status: JobStatus;
  /** As it is stored, maybe by an earlier release, and without what was erased of it; `readJob` makes it that of its type. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly actor: JobActor;
  readonly progress: JobProgress;
  /** What it has come to, which the edge answers with; null where there is nothing yet, or nothing of the kind. */
  readonly result: JobResult<T> | null;
  readonly error: JobError | null;
  /** The job whose failed rows this one runs again, that it undoes, or the dry run that it carries out. */
  readonly parentJobId: string | null;
  readonly cancelRequested: boolean;
  /** Absent until a bulk import has done its first batch. */
  readonly pace?: JobPace;
  /** The most rows that a bulk import works on at once, where the PSA's budget did not carry its batches to their end. */
  readonly rowsAtOnce?: number;
  /** What the budget had in a window when that was found. */
  readonly callsPerWindow?: number;
  readonly windowMs?: number;
  /** Rows that a bulk import still works on one at a time, as one of them may end the process each time. */
  readonly rowsToTry?: number;
  /** Absent while a worker has the job, and before its first run. */
  readonly putBack?: PutBack;
  /** Of the dry run of a bulk import, as far as it has come. */
  readonly plannedRequests?: PlannedRequests;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** A job that is to be run, with the input of its type and every default. */
export interface Job<T extends JobType = JobType> extends Omit<JobRecord<T>, 'input'> {
  readonly input: JobInput<T>;
}

export interface NewJob<T extends JobType = JobType> {
  readonly jobId: string;
  readonly type: T;
  /** Complete: defaults were applied to it at the edge. For a bulk import without its leads, which are rows of their own. */
  readonly input: JobInput<T>;
  readonly requestId: string;
  readonly actor: JobActor;
  /** Rows of the job; 1 for all but a bulk import. */
  readonly total: number;
  readonly createdAt: string;
  readonly parentJobId?: string;
}

export interface JobQuery extends PageQuery {
  readonly type?: JobType;
  readonly status?: JobStatus;
  /** The retries of this job. */
  readonly parentJobId?: string;
  /** Jobs that imported or moved this lead, or what it became. */
  readonly leadId?: number;
  /** The name of the source of an import. */
  readonly source?: string;
  /** The id of the actor. */
  readonly requestedBy?: string;
}

/** One row of a bulk import as it was sent. */
export interface NewJobRow {
  readonly index: number;
  readonly data: unknown;
  /** What a dry run has shown, where the job carries one out. */
  readonly planned?: PlannedOutcome;
}

/** The outcome of one row of a bulk import. */
export interface JobRow {
  readonly index: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Null while it waits. */
  readonly outcome: RowOutcome | UndoOutcome | null;
}

export interface JobRowQuery extends PageQuery {
  readonly status?: 'succeeded' | 'failed';
  /** `created`, `updated`, … */
  readonly result?: string;
}

/** Which rows of a bulk import may be run again, as things stand. */
export interface RetryableRows {
  /** Rows that failed, and that no retry (of this job, of a job that it retries, or of one that retries it) has imported or still has to run. */
  readonly rows: readonly NewJobRow[];
  /** Rows of this job that failed, whatever became of them since. */
  readonly failed: number;
  readonly family: JobFamily;
}

/** A bulk import and its retries, as they were looked at: no two retries of it can begin by the same look. */
export interface JobFamily {
  /** The first of them. */
  readonly jobId: string;
  /** Retries that have begun. */
  readonly version: number;
}

/** Job records: the truth about what was promised and what came of it. What stores a job may be called again with the same one. */
export interface JobStore {
  /** Stores the job, durably, before it is promised to anyone. Calls that arrive together are stored together. */
  create<T extends JobType>(job: NewJob<T>): Promise<void>;
  /** The same for a bulk import: rows first, the job last, so that a job never lacks rows. Rows that an earlier call has left behind are taken over. */
  createWithRows(job: NewJob, rows: readonly NewJobRow[]): Promise<void>;
  retryableRows(jobId: string): Promise<RetryableRows>;
  /** Stores a retry with its rows. False, and nothing stored, where another retry of the family has begun since. */
  createRetry(job: NewJob, rows: readonly NewJobRow[], family: JobFamily): Promise<boolean>;
  /** The rows of a dry run with what they have come to, but for those of which nothing is left as their person was erased. */
  plannedRows(jobId: string): Promise<readonly NewJobRow[]>;
  /**
   * Stores the commit of its parent, with its rows where it is a bulk import. Answers the id of the job that commits the parent: another one's,
   * and nothing is stored, where there is one already.
   */
  createCommit(job: NewJob & { readonly parentJobId: string }, rows: readonly NewJobRow[]): Promise<string>;
  /**
   * Stores the undo of an import, with a row for each of the import's and their number as its total. Answers the job that has undone the
   * import, or is about to, and stores nothing, where there is one; a dry run is stored in any case.
   */
  createUndo(job: NewJob<'undo_import'>): Promise<string | null>;
  find(jobId: string): Promise<JobRecord | null>;
  list(query: JobQuery): Promise<Page<JobRecord>>;
  rows(jobId: string, query: JobRowQuery): Promise<Page<JobRow>>;
  /** All rows in the order of their index, streamed. */
  streamRows(jobId: string, filter?: { status?: 'pending' | 'succeeded' | 'failed' }): AsyncIterable<JobRow>;
  /** False when the job is already finished, or has no rows: only bulk imports and undos can be cancelled. */
  requestCancel(jobId: string): Promise<boolean>;
  /** How many jobs are put back until later than `at` (ISO 8601), by what they wait for. */
  countPutBack(at: string): Promise<ReadonlyMap<PutBack['reason'], number>>;
}

/** Jobs whose request stands in the audit log. */
export interface AuditedJobs {
  /** Stores the job and the entry, or neither. */
  create(job: NewJob, audit: AuditEntry): Promise<void>;
}

/** Puts stored jobs into motion. Holds ids alone: names and emails stay in MongoDB. */
export interface JobQueue {
  /** Resolves once the queue holds the job. A queue that is away rejects; the sweeper then brings the job in from its record. */
  enqueue(job: { jobId: string; type: JobType }): Promise<void>;
  /**
   * Resolves when the job has finished (`true`), or after `timeoutMs` (`false`). Never rejects for a job that failed: the
   * record tells.
   */
  waitFor(job: { jobId: string; type: JobType }, timeoutMs: number): Promise<boolean>;
  /** Brings on a job that waits for its time (for the PSA's budget, its own pace, or another attempt); others are left as they are. */
  promoteDelayed(job: { jobId: string; type: JobType }): Promise<void>;
}
