import type {
  Camelized,
  FindingCounts,
  FindingView,
  PageQuery,
  ReconciliationView,
} from '@leadbridge/contracts';
import type { FindingKind, ReconciledRecord, Remedy, SuppressionKey } from '@leadbridge/domain';

import type { AuditEntry } from './audit.js';
import type { NewJob } from './jobs.js';
import type { Page } from './page.js';

export type Reconciliation = Omit<Camelized<ReconciliationView>, 'waitingFor'>;

export interface NewReconciliation {
  readonly reconciliationId: string;
  /** `YYYY-MM-DD` if scheduled, which happens once a day; null if requested by a person. */
  readonly day: string | null;
}

/** A difference between the PSA and our records. It contains only ids and states, no personal data. */
export interface NewFinding {
  readonly kind: FindingKind;
  /** Distinguishes it from others of its kind in one reconciliation. */
  readonly subject: string;
  readonly psaTicketId: number | null;
  readonly leadId: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly remedies: readonly Remedy[];
  /** The tickets covered by a summary; empty for a finding about a single ticket. */
  readonly ticketIds: readonly number[];
}

export type Resolution = NonNullable<FindingView['resolution']>;

export interface Finding extends NewFinding {
  /** `fnd_…` */
  readonly findingId: string;
  readonly resolution: Resolution | null;
  /** The imports that its pending remedy waits for, once they are stored. */
  readonly importIds?: readonly string[];
  /** How many of its tickets are not among them yet; missing if earlier releases stored them. */
  readonly ticketsLeft?: number;
  /** Why the last chosen remedy failed. */
  readonly error: string | null;
}

export interface FindingQuery extends PageQuery {
  readonly kind?: FindingKind;
  readonly resolved?: boolean;
}

export interface ResolveRequest {
  readonly reconciliationId: string;
  readonly remedy: Remedy;
  /** For `alias`: one of the finding's clients; by default the oldest. */
  readonly clientId?: number;
  readonly findings: { readonly findingId: string } | { readonly kind: FindingKind };
}

/** The response to a request for a remedy. A refused request changes nothing. */
export type ResolveResponse = 'accepted' | 'unknown' | 'not_offered' | 'other_client' | 'resolved';

export interface RemedyTally {
  readonly resolved: number;
  readonly failed: number;
  /** Why one of them failed; empty if none did. */
  readonly lastRefusal: string;
}

/** The findings of reconciliations, and the remedies chosen for them. */
export interface ReconciliationStore {
  /**
   * Stores both the reconciliation and its job, or neither.
   *
   * @returns the one already in progress or already created for its day, in which case nothing was stored;
   * null if this one was stored
   */
  create(
    reconciliation: NewReconciliation,
    job: NewJob<'reconciliation'>,
    audit: AuditEntry | null,
  ): Promise<Reconciliation | null>;
  /** The last day (`YYYY-MM-DD`) with a scheduled reconciliation; null if there was none. */
  lastDay(): Promise<string | null>;
  find(reconciliationId: string): Promise<Reconciliation | null>;
  /** Newest first. */
  list(query: PageQuery): Promise<Page<Reconciliation>>;
  lastFinished(): Promise<Reconciliation | null>;

  /** Removes the findings of an earlier run of the job, except those resolved since. */
  clearFindings(reconciliationId: string): Promise<void>;
  /** Existing ones stay unchanged. `resolution` if the service applies the remedy by itself. */
  addFindings(
    reconciliationId: string,
    findings: readonly NewFinding[],
    resolution: Resolution | null,
  ): Promise<void>;
  /** Returns those of the subjects whose findings are silenced. */
  keptSubjects(kind: FindingKind, subjects: readonly string[]): Promise<ReadonlySet<string>>;
  /** Silences a finding in later reconciliations, until `forgetKept`. */
  keep(kind: FindingKind, subject: string, at: string): Promise<void>;
  /** Allows findings about these subjects again, because their cause has passed. */
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
  /** Stores the choice, its job and the audit log entry, or nothing. */
  resolve(
    request: ResolveRequest,
    job: NewJob<'reconciliation_remedy'>,
    audit: AuditEntry,
  ): Promise<ResolveResponse>;
  /** Findings whose remedy a job still has to apply, by id, behind `after`. */
  pendingOf(jobId: string, limit: number, after: string): Promise<readonly Finding[]>;
  /** The imports that the remedy of a pending finding waits for. */
  noteImports(findingId: string, importIds: readonly string[], ticketsLeft: number): Promise<void>;
  /**
   * @param error null if the remedy was applied; otherwise the reason why not, and the finding is open again
   */
  settle(findingId: string, error: string | null, jobId: string): Promise<void>;
  /** What became of the remedies that a job has applied. */
  remediesOf(jobId: string): Promise<RemedyTally>;
}

export interface RecordOfTicket extends Omit<ReconciledRecord, 'isNewer'> {
  readonly leadId: number;
  readonly psaTicketId: number;
  /** Every key of the person. */
  readonly keys: readonly SuppressionKey[];
  /** Unix milliseconds of the latest change of the lead or its prospect. */
  readonly changedAt: number;
}

/** A suppression with a ticket that needs no further work. */
export interface MarkedEntry {
  readonly suppressionId: string;
  readonly psaTicketId: number;
  readonly leadId: number | null;
  /** Unix milliseconds of the last change. */
  readonly changedAt: number;
}

/** Our side of a reconciliation, and the changes that its remedies make there. */
export interface ReconciledRecords {
  ofTickets(ticketIds: readonly number[]): Promise<readonly RecordOfTicket[]>;
  /** Every lead with a ticket, in pages. */
  pages(): AsyncIterable<readonly RecordOfTicket[]>;
  markedEntries(): AsyncIterable<readonly MarkedEntry[]>;
  /** The first ticket that the service created; null if it has created none. */
  firstCreatedTicket(): Promise<number | null>;
  /** Higher ids may belong to imports that are not yet recorded; Infinity if none is in progress. */
  lastSettledTicket(): Promise<number>;
  /** The next import creates a new one. False if the lead has another ticket; true if none. */
  forgetTicket(leadId: number, psaTicketId: number, at: string): Promise<boolean>;
  /** Causes the marks of a suppression to be written again. False if there is none. */
  markAgain(suppressionId: string, at: string): Promise<boolean>;
}
