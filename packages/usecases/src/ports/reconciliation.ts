import type { FindingCounts, PageQuery, ReconciliationStatus } from '@leadbridge/contracts';
import type { FindingKind, ReconciledRecord, Remedy, SuppressionKey } from '@leadbridge/domain';

import type { AuditEntry } from './audit.js';
import type { NewJob } from './jobs.js';
import type { Page } from './page.js';

/** A comparison of the PSA with the records. */
export interface Reconciliation {
  /** `rec_…` */
  readonly reconciliationId: string;
  readonly jobId: string;
  readonly status: ReconciliationStatus;
  /** The id of the credential or user, or `service`. */
  readonly requestedBy: string;
  /** ISO 8601, as all times here. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly tickets: number;
  readonly records: number;
  /** Requests to the PSA that it made itself. */
  readonly psaRequests: number;
  readonly counts: FindingCounts;
  readonly resolved: number;
}

export interface NewReconciliation {
  readonly reconciliationId: string;
  /** `YYYY-MM-DD` of one that the schedule asks for, of which there is one a day; null where somebody has asked for it. */
  readonly day: string | null;
}

/** Something in which the PSA and the records have come apart. It names nobody: ids and states alone. */
export interface NewFinding {
  readonly kind: FindingKind;
  /** What tells it from others of its kind in one reconciliation. */
  readonly subject: string;
  readonly psaTicketId: number | null;
  readonly leadId: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly remedies: readonly Remedy[];
  /** The tickets that a summary stands for; empty for one of a single ticket. */
  readonly ticketIds: readonly number[];
}

export interface Resolution {
  readonly remedy: Remedy;
  readonly status: 'pending' | 'done';
  readonly by: string;
  readonly at: string;
  readonly automatic: boolean;
}

export interface Finding extends NewFinding {
  /** `fnd_…` */
  readonly findingId: string;
  readonly resolution: Resolution | null;
  /** Why the last remedy that was chosen could not be taken. */
  readonly error: string | null;
}

export interface FindingQuery extends PageQuery {
  readonly kind?: FindingKind;
  readonly resolved?: boolean;
}

/** Which findings a request resolves. */
export interface ResolveRequest {
  readonly reconciliationId: string;
  readonly remedy: Remedy;
  readonly findings: { readonly findingId: string } | { readonly kind: FindingKind };
}

/** What the request for a remedy came to; what was refused has changed nothing. */
export type ResolveAnswer = 'accepted' | 'unknown' | 'not_offered' | 'resolved';

/** What the service has found, and what was chosen to be done about it. */
export interface ReconciliationStore {
  /**
   * Stores a reconciliation with its job, or neither.
   *
   * @returns the one that is under way, or that there was on its day, for which nothing was stored; null where this one was
   */
  create(
    reconciliation: NewReconciliation,
    job: NewJob<'reconciliation'>,
    audit: AuditEntry | null,
  ): Promise<Reconciliation | null>;
  /** The last day (`YYYY-MM-DD`) for which the schedule has asked for one; null where it has for none yet. */
  lastDay(): Promise<string | null>;
  find(reconciliationId: string): Promise<Reconciliation | null>;
  /** Newest first. */
  list(query: PageQuery): Promise<Page<Reconciliation>>;
  /** The last that came to its end. */
  lastFinished(): Promise<Reconciliation | null>;

  /** Removes what an earlier run of the job has found, but for what was resolved meanwhile. */
  clearFindings(reconciliationId: string): Promise<void>;
  /** What is there already stays as it is. @param resolution of findings whose remedy the service takes of itself */
  addFindings(
    reconciliationId: string,
    findings: readonly NewFinding[],
    resolution: Resolution | null,
  ): Promise<void>;
  /** Those of the subjects that somebody wants to hear of no more. */
  keptSubjects(kind: FindingKind, subjects: readonly string[]): Promise<ReadonlySet<string>>;
  /** Silences a finding in later reconciliations, until `forgetKept`. */
  keep(kind: FindingKind, subject: string, at: string): Promise<void>;
  /** Lets subjects be found again: what they were found for has passed. */
  forgetKept(kind: FindingKind, subjects: readonly string[]): Promise<void>;
  /** @returns the findings by kind */
  finish(
    reconciliationId: string,
    result: Pick<Reconciliation, 'tickets' | 'records' | 'psaRequests'> & { readonly at: string },
  ): Promise<{ readonly counts: FindingCounts; readonly resolved: number }>;

  /** In the order in which they were found. */
  findings(reconciliationId: string, query: FindingQuery): Promise<Page<Finding>>;
  streamFindings(
    reconciliationId: string,
    filter: Pick<FindingQuery, 'kind' | 'resolved'>,
  ): AsyncIterable<Finding>;
  /** Stores the choice, its job and the entry of the audit log, or nothing. */
  resolve(
    request: ResolveRequest,
    job: NewJob<'reconciliation_remedy'>,
    audit: AuditEntry,
  ): Promise<ResolveAnswer>;
  /** Findings whose remedy a job is still to take. */
  pendingOf(jobId: string, limit: number): Promise<readonly Finding[]>;
  /** @param error null where the remedy was taken; else why not: the finding is open again */
  settle(findingId: string, error: string | null): Promise<void>;
  /** How many findings the job has resolved. */
  countResolvedBy(jobId: string): Promise<number>;
}

/** A record beside which tickets are compared. */
export interface RecordOfTicket extends Omit<ReconciledRecord, 'isNewer'> {
  readonly leadId: number;
  readonly psaTicketId: number;
  /** Every key of the person. */
  readonly keys: readonly SuppressionKey[];
  /** Unix milliseconds of the last change of the lead or its prospect. */
  readonly changedAt: number;
}

/** A suppression with a ticket, on which nothing is left to do. */
export interface MarkedEntry {
  readonly suppressionId: string;
  readonly psaTicketId: number;
  readonly leadId: number | null;
  /** Unix milliseconds of the last change. */
  readonly changedAt: number;
}

/** Our side of a reconciliation, and what its remedies change there. */
export interface ReconciledRecords {
  ofTickets(ticketIds: readonly number[]): Promise<readonly RecordOfTicket[]>;
  /** Every lead with a ticket, in pages. */
  pages(): AsyncIterable<readonly RecordOfTicket[]>;
  markedEntries(): AsyncIterable<readonly MarkedEntry[]>;
  /** The first ticket that the service has created; null where it has created none. */
  firstCreatedTicket(): Promise<number | null>;
  /** Tickets with higher ids may be those of imports under way, which are not on record yet; Infinity where none is under way. */
  lastSettledTicket(): Promise<number>;
  /**
   * Lets go of a ticket that is gone: the next import of its lead creates another. False where the lead has another ticket by now; true where it
   * has none already.
   */
  forgetTicket(leadId: number, psaTicketId: number, at: string): Promise<boolean>;
  /** Has the marks of a suppression written again. False where there is none. */
  markAgain(suppressionId: string, at: string): Promise<boolean>;
}
