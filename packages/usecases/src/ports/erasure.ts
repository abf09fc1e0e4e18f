import type { ErasedKind, ErasureBody, JobStatus, JobType } from '@leadbridge/contracts';
import type { KeyFields, Person } from '@leadbridge/domain';

import type { AuditEntry } from './audit.js';
import type { FailedOutcome, ClaimStore, RowOutcome } from './import-store.js';
import type { UndoOutcome } from './undo-store.js';
import type { JobEnd } from './job-runs.js';
import type { JobError } from './jobs.js';
import type { Suppression } from './suppression.js';

/** Where texts of a person may stand beside the records themselves, in the order in which they are looked through. */
export const traceKinds = [
  'jobs',
  'job_rows',
  'error_log',
  'audit_log',
  'idempotency_keys',
  'webhook_deliveries',
] as const;
export type TraceKind = (typeof traceKinds)[number];

/** What is still to do of an erasure, beginning with the records of the person. */
export const erasureStages = ['records', ...traceKinds, 'queues', 'suppressions'] as const;
export type ErasureStage = (typeof erasureStages)[number];

/** What the PSA's records of a person are known by. */
export interface PsaIds {
  readonly ticketIds: readonly number[];
  readonly contactIds: readonly number[];
  readonly opportunityIds: readonly number[];
  readonly clientIds: readonly number[];
}

/**
 * An erasure that is under way, as it is kept until it has ended: records are gone before everything that was said of them is, so
 * what they told stands here meanwhile.
 */
export interface Erasure {
  readonly jobId: string;
  readonly stage: ErasureStage;
  /** The last document that was looked at in this stage; null at its beginning. */
  readonly cursor: string | null;
  readonly person: Person;
  readonly leadIds: readonly number[];
  readonly prospectIds: readonly number[];
  readonly opportunityIds: readonly number[];
  /** Deduplication keys that the leads were recorded under. */
  readonly leadKeys: readonly string[];
  /** Keys of companies of whom no other lead is known. */
  readonly companyKeys: readonly string[];
  readonly psa: PsaIds;
  readonly userIds: readonly string[];
  /** Jobs that were about this person alone. */
  readonly jobIds: readonly string[];
  readonly optedOut: boolean;
  readonly mayHoldMore: boolean;
  readonly erased: Readonly<Record<ErasedKind, number>>;
}

/** A lead as it is looked at to see whose it is. */
export interface LeadSketch {
  readonly leadId: number;
  readonly key: string;
  /** Every key that the person was ever known by. */
  readonly personKeys: readonly string[];
  readonly psaTicketId: number | null;
  readonly fields: KeyFields;
}

/** The records of a person, and what they are known by elsewhere. */
export interface RecordsOfPerson {
  readonly prospectIds: readonly number[];
  readonly opportunityIds: readonly number[];
  readonly psa: PsaIds;
  /** Whether one of the leads says so. */
  readonly optedOut: boolean;
}

/** A row of an import that has no outcome yet. */
export interface OpenRow {
  readonly jobId: string;
  readonly index: number;
  /** False for the one row of a single import, whose data stand in its job. */
  readonly ofBulk: boolean;
  /** The name of the source, as the request had it. */
  readonly source: string;
  readonly data: unknown;
  /** True where the PSA may hold something of it. */
  readonly isBegun: boolean;
}

/** What ends together with the records of a person. */
export interface RecordErasure {
  /** With the stage that follows. */
  readonly next: Erasure;
  readonly failedRows: readonly Pick<OpenRow, 'jobId' | 'index' | 'ofBulk'>[];
  readonly outcome: FailedOutcome;
  readonly endedJobs: readonly JobEnd[];
  /** ISO 8601. */
  readonly at: string;
}

/** A document in which a person may be named, with the fields that may name one. */
export type TraceDocument =
  | {
      readonly kind: 'jobs';
      readonly id: string;
      readonly type: JobType;
      readonly status: JobStatus;
      readonly input: Readonly<Record<string, unknown>>;
      readonly result: Readonly<Record<string, unknown>> | null;
      readonly error: JobError | null;
    }
  | {
      readonly kind: 'job_rows';
      readonly id: string;
      readonly status: 'pending' | 'succeeded' | 'failed';
      /** Of its job; empty where that is gone. */
      readonly source: string;
      readonly data: unknown;
      readonly outcome: RowOutcome | UndoOutcome | null;
    }
  | {
      readonly kind: 'error_log';
      readonly id: string;
      readonly message: string;
      readonly leadId: number | null;
      readonly jobId: string | null;
    }
  | { readonly kind: 'audit_log'; readonly id: string; readonly target: unknown; readonly changes: unknown }
  | { readonly kind: 'idempotency_keys'; readonly id: string; readonly sealed: Buffer }
  | {
      readonly kind: 'webhook_deliveries';
      readonly id: string;
      readonly attempts: readonly { readonly response: string | null }[];
      /** True where the event is about one of the person's records. */
      readonly isOfTheirs: boolean;
    };

/** The fields of a document that change, with their new values. */
export interface TraceChange {
  readonly id: string;
  readonly set: Readonly<Record<string, unknown>>;
}

/** Everything that an erasure reads and writes in MongoDB. */
export interface ErasureStore extends ClaimStore {
  find(jobId: string): Promise<Erasure | null>;
  /** @throws StaleClaimError where a worker with a higher fence has gone on */
  save(erasure: Erasure, fence: number): Promise<void>;

  /** Every lead that there is. */
  leads(): AsyncIterable<LeadSketch>;
  /** What all sources have said of these leads, and what stands. */
  fieldsOf(leadIds: readonly number[]): Promise<readonly KeyFields[]>;
  /** Ids of leads with one of these keys or emails that are not among `known`. */
  newLeads(person: Person, keys: readonly string[], known: readonly number[]): Promise<readonly number[]>;
  /** Every suppression. */
  suppressions(): AsyncIterable<Suppression>;
  recordsOf(leadIds: readonly number[]): Promise<RecordsOfPerson>;
  /** Accounts with one of these emails. */
  usersWith(emails: readonly string[]): Promise<readonly string[]>;

  /** Rows without an outcome of imports that were accepted until `until` (ISO 8601). */
  openRows(until: string): AsyncIterable<OpenRow>;
  /** Jobs on these records that have not ended, accepted until `until`; `isBegun` where the PSA may hold something of them. */
  openJobs(
    erasure: Erasure,
    until: string,
  ): Promise<readonly { readonly jobId: string; readonly isBegun: boolean }[]>;

  /** Removes the records in one transaction with all that ends with them; answers `next` with the counts of what was removed. */
  eraseRecords(erasure: RecordErasure, fence: number): Promise<Erasure>;
  /** Up to `limit` documents behind the cursor, by id. */
  traces(erasure: Erasure, kind: TraceKind, limit: number): Promise<readonly TraceDocument[]>;
  /** Writes what changes of them in one transaction with how far the erasure has come. */
  writeTraces(next: Erasure, kind: TraceKind, changes: readonly TraceChange[], fence: number): Promise<void>;

  /** Shows in the job what it waits for. */
  showWaiting(jobId: string, waitingFor: readonly ErasureWait[]): Promise<void>;
  /**
   * Removes the person from the suppressions and ends the job, in one transaction. What gates imports stays, as keyed hashes.
   *
   * @throws StaleClaimError where another worker has gone on with the erasure or with one of the opt-outs
   */
  finish(end: ErasureEnd): Promise<void>;
  /** Ends a job of which nothing was done: it forgets who was asked for. */
  abandon(end: JobEnd): Promise<void>;
}

/** An opt-out of the person that still has work to be done, and until when that is tried. */
export interface ErasureWait {
  readonly suppressionId: string;
  readonly status: Suppression['status'];
  readonly provider: string | null;
  /** ISO 8601. */
  readonly retriedUntil: Suppression['retryUntil'];
}

/** The end of an erasure. */
export interface ErasureEnd {
  readonly erasure: Erasure;
  readonly fence: number;
  readonly suppressionIds: readonly string[];
  /** Of the claims on the opt-outs (`suppression:<id>`). */
  readonly suppressionFence: number;
  /** @param suppressedKeys that a hash stands for now */
  readonly end: (suppressedKeys: number) => JobEnd;
  readonly audit: AuditEntry;
}

/** Who is asked for, as the job's input has it: normalised, and gone with the end of the job. */
export type ErasureInput = ErasureBody;

/** What the queues remember of jobs in Redis. */
export interface QueueTraces {
  /**
   * Removes what is remembered of these jobs once they have ended, and every failure's text that names the person; answers how many
   * jobs that were.
   */
  erase(jobIds: readonly string[], isMention: (text: string) => boolean): Promise<number>;
}
