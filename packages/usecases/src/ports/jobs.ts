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
import type { ListedOutcome } from './opt-out-list.js';
import type { RowOutcome, RowPlace, UndoOutcome } from './row-outcome.js';

export interface JobProgress {
  readonly total: number;
  readonly processed: number;
  readonly successful: number;
  readonly failed: number;
  readonly notProcessed?: number;
}

/** Why a job failed: the error envelope, with its details stored in the form that callers receive. */
export interface JobError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Who requested a job, so that its effects can name them. */
export interface JobActor {
  /** The credential's or user's id, or `psa` for a notification. */
  readonly id: string;
  readonly name: string;
}

/** The recent cost of a row of a bulk import. */
export interface JobPace {
  /** 0 before any row is processed: `callsPerRow` is then what the first rows are planned to need. */
  readonly millisecondsPerRow: number;
  /** Calls to the PSA. */
  readonly callsPerRow: number;
  /** Calls that were already made for rows without an outcome. */
  readonly callsUnderWay?: number;
}

/** A job that a worker has put back, to be resumed later. */
export interface PutBack {
  readonly reason: Exclude<JobWaitReason, 'no_worker'>;
  readonly until: string;
}

/** How much of the PSA's budget the writes of a dry run would take. */
export interface PlannedRequests {
  /** Requests, except those that add tickets to lists. */
  readonly writes: number;
  /** Number of items by list id. Items of all batches share requests. */
  readonly listItems: Readonly<Record<string, number>>;
}

/** In the trace of the request that created it. */
export interface JobRecord<T extends JobType = JobType> extends Traced {
  readonly jobId: string;
  readonly type: T;
  readonly status: JobStatus;
  /** Possibly of an earlier release, without erased data; `readJob` converts it to its type's input. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly actor: JobActor;
  readonly progress: JobProgress;
  /** The result that the API returns; null if there is none yet, or never will be. */
  readonly result: JobResult<T> | null;
  readonly error: JobError | null;
  /** The job whose rows this one retries, the import that it undoes, or its dry run. */
  readonly parentJobId: string | null;
  readonly cancelRequested: boolean;
  /** Absent until a bulk import has finished its first batch. */
  readonly pace?: JobPace;
  /** Set if the PSA's budget was too small to finish larger batches. */
  readonly rowsAtOnce?: number;
  /** The calls per budget window when that was detected. */
  readonly callsPerWindow?: number;
  readonly windowMs?: number;
  /** The calls of the runs that were broken off by the budget since one has completed a row. */
  readonly callsInVain?: number;
  /** Rows that a bulk import still has to process one at a time, because one of them may crash the process. */
  readonly rowsToTry?: number;
  /** Absent while a worker runs the job, and before its first run. */
  readonly putBack?: PutBack;
  /** For the dry run of a bulk import, as far as it has progressed. */
  readonly plannedRequests?: PlannedRequests;
  readonly createdAt: string;
  /** When its data was first accepted (ISO 8601), if that was before the job: a commit and a retry get it from their parent when they are stored. */
  readonly dataFrom?: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** A job ready to run, with the input of its type and every default. */
export interface Job<T extends JobType = JobType> extends Omit<JobRecord<T>, 'input'> {
  readonly input: JobInput<T>;
}

export interface NewJob<T extends JobType = JobType> extends Pick<
  JobRecord<T>,
  'jobId' | 'type' | 'requestId' | 'actor' | 'createdAt' | 'dataFrom'
> {
  /** Defaults were applied at the edge. Excludes a bulk import's leads, which are stored as rows. */
  readonly input: JobInput<T>;
  /** Rows of the job; 1 for all but a bulk import. */
  readonly total: number;
  readonly parentJobId?: string;
}

export interface JobQuery extends PageQuery {
  readonly type?: JobType;
  readonly status?: JobStatus;
  readonly parentJobId?: string;
  /** Selects jobs that imported or moved this lead, or a record that it became. */
  readonly leadId?: number;
  /** The name of the source of an import. */
  readonly source?: string;
  /** The id of the actor. */
  readonly requestedBy?: string;
}

export interface NewJobRow {
  readonly index: number;
  /** As a spreadsheet shows it; by default, the first one is row 1. */
  readonly row?: number;
  readonly data: unknown;
  /** The outcome that the dry run showed, if the job carries one out. */
  readonly planned?: PlannedOutcome;
}

/** All rows of a job; a long list is read piece by piece while they are stored. */
export type NewJobRows = readonly NewJobRow[] | AsyncIterable<NewJobRow>;

export interface JobRow extends RowPlace {
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Null while the row is pending. */
  readonly outcome: RowOutcome | UndoOutcome | ListedOutcome | null;
}

/** A row of a bulk import or an undo; without an index, the lead of a single import. */
export interface SentRef {
  readonly jobId: string;
  readonly index: number | null;
}

/** What was sent of a row. */
export interface SentRow extends SentRef {
  /** The name of its source; null for a row of a list of opt-outs. */
  readonly source: string | null;
  readonly data: unknown;
}

export interface JobRowFilter {
  readonly status?: 'succeeded' | 'failed';
  /** `created`, `updated`, … */
  readonly result?: string;
}

export type JobRowQuery = JobRowFilter & PageQuery;

/** The rows of a bulk import that can currently be retried. */
export interface RetryableRows {
  /** Those that no retry in the family of the job has imported or still has to run. */
  readonly rows: readonly NewJobRow[];
  /** The number of failed rows of this job, including those retried since. */
  readonly failed: number;
  readonly family: JobFamily;
}

/** A bulk import and its retries, as read. Two retries cannot both begin from the same version. */
export interface JobFamily {
  /** The first job of the family. */
  readonly jobId: string;
  /** Counts the retries that have begun. */
  readonly version: number;
}

/** The source of truth for what was accepted and how it ended. Storing the same job again is harmless. */
export interface JobStore {
  /** Stores the job durably before the API accepts it. Concurrent calls are stored together. */
  create<T extends JobType>(job: NewJob<T>): Promise<void>;
  /** Rows first and the job last, so that a job never lacks rows. Adopts rows of an earlier call. */
  createWithRows(job: NewJob, rows: NewJobRows): Promise<void>;
  retryableRows(jobId: string): Promise<RetryableRows>;
  /** False, with nothing stored, if another retry has begun since its rows were read, or one was erased. */
  createRetry(job: NewJob, rows: readonly NewJobRow[], family: JobFamily): Promise<boolean>;
  /** The rows of a dry run with their results, except those whose data was erased with their person. */
  plannedRows(jobId: string): Promise<readonly NewJobRow[]>;
  /**
   * Stores the commit of its parent, and its rows for a bulk import. Returns the id of the job that commits
   * the parent. If another job already does, returns its id and stores nothing. Rows that were erased since
   * they were read are left out; null, with nothing stored, if that leaves nothing.
   */
  createCommit(
    job: NewJob & { readonly parentJobId: string },
    rows: readonly NewJobRow[],
  ): Promise<string | null>;
  /**
   * Stores the undo of an import, with one row for each row of the import and their number as its total. If
   * another job has undone the import or is about to, returns its id and stores nothing; a dry run is always
   * stored.
   */
  createUndo(job: NewJob<'undo_import'>): Promise<string | null>;
  find(jobId: string): Promise<JobRecord | null>;
  list(query: JobQuery): Promise<Page<JobRecord>>;
  rows(jobId: string, query: JobRowQuery): Promise<Page<JobRow>>;
  /** Streams all rows in index order. */
  streamRows(jobId: string, filter?: JobRowFilter): AsyncIterable<JobRow>;
  /**
   * What was sent of these rows of imports and of lists of opt-outs, or of the imports that they undo, with the given references. Omits what has
   * expired, and what was erased with its person.
   */
  sentRows(refs: readonly SentRef[]): Promise<readonly SentRow[]>;
  /** False if the job has already ended, or has no rows: only bulk imports and undos can be cancelled. */
  requestCancel(jobId: string): Promise<boolean>;
  /** The number of jobs put back until later than `at` (ISO 8601), by what they wait for. */
  countPutBack(at: string): Promise<ReadonlyMap<PutBack['reason'], number>>;
}

export interface AuditedJobs {
  /** Stores both the job and the entry, or neither. */
  create(job: NewJob, audit: AuditEntry): Promise<void>;
}

/** Starts stored jobs. Contains only ids: names and emails stay in MongoDB. */
export interface JobQueue {
  /** Rejects if the queue is unavailable; the sweeper then enqueues the job from its record. */
  enqueue(job: { jobId: string; type: JobType }): Promise<void>;
  /** True when the job has finished, false after `timeoutMs`. Never rejects for a failed job. */
  waitFor(job: { jobId: string; type: JobType }, timeoutMs: number): Promise<boolean>;
  /** Starts a job early that waits for the PSA's budget, its own pace, or another attempt. */
  promoteDelayed(job: { jobId: string; type: JobType }): Promise<void>;
}
