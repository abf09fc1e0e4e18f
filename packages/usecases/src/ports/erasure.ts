import type { ErasedKind, ErasureBody } from '@leadbridge/contracts';
import type { KeyFields, Person, SuppressionKey } from '@leadbridge/domain';

import type { AuditEntry } from './audit.js';
import type { FailedOutcome, ClaimStore, ImportStore, RowOutcome } from './import-store.js';
import type { JobEnd } from './job-runs.js';
import type { JobRecord, JobRow } from './jobs.js';
import type { Suppression } from './suppression.js';
import type { DeliveryAttempt, KeptRequest } from './webhooks.js';

/** Where texts about a person may exist besides the records, in the order of the search. */
export const traceKinds = [
  'jobs',
  'job_rows',
  'error_log',
  'audit_log',
  'idempotency_keys',
  'webhook_deliveries',
  'import_mappings',
] as const;
export type TraceKind = (typeof traceKinds)[number];

/** The remaining stages of an erasure, starting with the records of the person. */
export const erasureStages = ['records', ...traceKinds, 'queues', 'suppressions'] as const;
export type ErasureStage = (typeof erasureStages)[number];

export interface PsaIds {
  readonly ticketIds: readonly number[];
  readonly contactIds: readonly number[];
  readonly opportunityIds: readonly number[];
  readonly clientIds: readonly number[];
}

/** The records are deleted before other mentions of the person, so identifying data is kept meanwhile. */
export interface Erasure {
  readonly jobId: string;
  readonly stage: ErasureStage;
  /** The last document examined in this stage; null at its start. */
  readonly cursor: string | null;
  readonly person: Person;
  readonly leadIds: readonly number[];
  readonly prospectIds: readonly number[];
  readonly opportunityIds: readonly number[];
  readonly leadKeys: readonly string[];
  /** Keys of companies that have no other known lead. */
  readonly companyKeys: readonly string[];
  readonly psa: PsaIds;
  readonly userIds: readonly string[];
  /** Jobs about this person only. */
  readonly jobIds: readonly string[];
  readonly optedOut: boolean;
  readonly mayHoldMore: boolean;
  readonly erased: Readonly<Record<ErasedKind, number>>;
}

/** The fields of a lead that show whether it belongs to the person. */
export interface LeadSketch {
  readonly leadId: number;
  readonly key: string;
  /** Every key ever recorded for the person. */
  readonly personKeys: readonly string[];
  readonly psaTicketId: number | null;
  readonly fields: KeyFields;
}

/** The records of a person, and the identifiers that find them elsewhere. */
export type RecordsOfPerson = Pick<Erasure, 'prospectIds' | 'opportunityIds' | 'psa' | 'optedOut'>;

/** A row of an import without an outcome. */
export interface OpenRow {
  readonly jobId: string;
  readonly index: number;
  /** False for the one row of a single import, whose data is in its job. */
  readonly ofBulk: boolean;
  /** The name of the source, as in the request; null for a list of opt-outs. */
  readonly source: string | null;
  readonly data: unknown;
  /** True if the PSA may already contain something of it. */
  readonly isBegun: boolean;
}

export type CopiedRow = Pick<OpenRow, 'source' | 'data'>;

/** Everything that is deleted together with the records of a person. */
export interface RecordErasure {
  /** With the next stage. */
  readonly next: Erasure;
  readonly failedRows: readonly Pick<OpenRow, 'jobId' | 'index' | 'ofBulk'>[];
  readonly outcome: FailedOutcome;
  readonly endedJobs: readonly JobEnd[];
  readonly at: string;
}

interface TraceFields {
  readonly jobs: Pick<JobRecord, 'type' | 'status' | 'input' | 'error'> & {
    readonly result: Readonly<Record<string, unknown>> | null;
    /** Only of a single import that has one. */
    readonly outcome: RowOutcome | null;
  };
  readonly job_rows: Pick<JobRow, 'status' | 'outcome'> & {
    readonly jobId: string;
    /** The source of its job; empty if the job no longer exists, null for a list of opt-outs. */
    readonly source: string | null;
    readonly data: unknown;
  };
  readonly error_log: {
    readonly message: string;
    readonly leadId: number | null;
    readonly jobId: string | null;
    readonly rowIds: readonly string[];
    /** True if it is about a row that an erasure has emptied; its message may quote the row. */
    readonly isOfErasedRow: boolean;
  };
  readonly audit_log: { readonly target: unknown; readonly changes: unknown };
  readonly idempotency_keys: { readonly sealed: Buffer };
  readonly webhook_deliveries: {
    readonly request: KeptRequest | null;
    readonly attempts: readonly Pick<DeliveryAttempt, 'response' | 'responseHeaders'>[];
    /** True if the event is about one of the person's records. */
    readonly isOfTheirs: boolean;
  };
  /** The id is the name; somebody may have mapped the columns of a file whose first row was a person. */
  readonly import_mappings: { readonly columns: readonly string[] };
}

/** A document that may name a person, with the fields that may do so. */
export type TraceDocument<K extends TraceKind = TraceKind> = {
  [Kind in K]: { readonly kind: Kind; readonly id: string } & TraceFields[Kind];
}[K];

export interface TraceChange {
  readonly id: string;
  /** True if the document is about this person alone: the fields that its declaration names are replaced too. */
  readonly isTheirs: boolean;
  /** The changed fields, with their new values; null for a document that is removed. */
  readonly set: Readonly<Record<string, unknown>> | null;
}

/** Everything that an erasure reads in MongoDB, apart from its own progress. */
export interface ErasureReader extends Pick<ImportStore, 'lookAtClaims'> {
  /** All leads, or those that are recorded under one of these keys or have it among their person's. */
  leads(keys?: readonly string[]): AsyncIterable<LeadSketch>;
  /** The data of all sources about these leads, and the merged values. */
  fieldsOf(leadIds: readonly number[]): Promise<readonly KeyFields[]>;
  suppressions(): AsyncIterable<Suppression>;
  recordsOf(leadIds: readonly number[]): Promise<RecordsOfPerson>;
  usersWith(emails: readonly string[]): Promise<readonly string[]>;

  /** Rows without an outcome, of imports whose data was accepted until `until` (ISO 8601). */
  openRows(until: string): AsyncIterable<OpenRow>;
  /** Rows, finished or not, of jobs stored since `since` (ISO 8601) with data that was accepted before. */
  copiedRows(since: string): AsyncIterable<CopiedRow>;
  /** Accepted until `until`. `isBegun` if the PSA may already contain something of them. */
  openJobs(
    erasure: Erasure,
    until: string,
  ): Promise<readonly { readonly jobId: string; readonly isBegun: boolean }[]>;

  /** Up to `limit` documents after the cursor, by id. */
  traces(erasure: Erasure, kind: TraceKind, limit: number): Promise<readonly TraceDocument[]>;

  /** What `eraseRecords` would return now. */
  countRecords(erasure: RecordErasure): Promise<Erasure>;
  /** How many keys `finish` would store as hashes now. */
  countSuppressedKeys(end: Pick<ErasureEnd, 'erasure' | 'suppressionIds'>): Promise<number>;
}

export interface ErasureStore extends ErasureReader, ClaimStore {
  find(jobId: string): Promise<Erasure | null>;
  /** @throws StaleClaimError if a worker with a higher fence has taken over */
  save(erasure: Erasure, fence: number): Promise<void>;

  /** Makes imports refuse data with these keys that was accepted until `at` (ISO 8601). */
  rememberErased(keys: readonly SuppressionKey[], at: string): Promise<void>;

  /** In one transaction, with everything that ends with them; returns `next` with the counts. */
  eraseRecords(erasure: RecordErasure, fence: number): Promise<Erasure>;
  /** Writes the changes and the progress of the erasure in one transaction. */
  writeTraces(next: Erasure, kind: TraceKind, changes: readonly TraceChange[], fence: number): Promise<void>;

  /** Stores in the job what it waits for. */
  showWaiting(jobId: string, waitingFor: readonly ErasureWait[]): Promise<void>;
  /**
   * Removes the person from the suppressions and ends the job, in one transaction. The keys that block
   * imports remain as keyed hashes.
   *
   * @throws StaleClaimError if another worker has taken over the erasure or one of the opt-outs
   */
  finish(end: ErasureEnd): Promise<void>;
  /** Ends a job that has done nothing, and removes the person from its input. */
  abandon(end: JobEnd): Promise<void>;
}

/** An opt-out of the person with work left to do, and the time until which it is retried. */
export interface ErasureWait extends Pick<Suppression, 'suppressionId' | 'status' | 'provider'> {
  readonly retriedUntil: Suppression['retryUntil'];
}

export interface ErasureEnd {
  readonly erasure: Erasure;
  readonly fence: number;
  readonly suppressionIds: readonly string[];
  /** The fence of the claims on the opt-outs (`suppression:<id>`). */
  readonly suppressionFence: number;
  /** @param suppressedKeys how many keys are now stored as hashes */
  readonly end: (suppressedKeys: number) => JobEnd;
  readonly audit: AuditEntry;
}

/** The requested person, as in the job's input: normalised, and removed when the job ends. */
export type ErasureInput = ErasureBody;

/** Job data that the queues keep in Redis. */
export interface QueueTraces {
  /** Also removes every failure text that names the person. Returns the number of jobs affected. */
  erase(jobIds: readonly string[], isMention: (text: string) => boolean): Promise<number>;
  /** What `erase` would return now. */
  count(jobIds: readonly string[], isMention: (text: string) => boolean): Promise<number>;
}
