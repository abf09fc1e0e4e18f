import type { Camelized, CompanyMatchView, ImportPlan, PlannedOutcome } from '@leadbridge/contracts';
import type { SuppressionKeyKind } from '@leadbridge/domain';

/** One row of work. A single import is row 0 of its job. */
export interface RowRef {
  readonly jobId: string;
  readonly index: number;
}

/** A row of a request: its place, and its number as a spreadsheet shows it. */
export interface RowPlace {
  readonly index: number;
  readonly row: number;
}

/** How the client of a new lead was found; `clientId` is null while it only would be created. */
export type CompanyMatch = Camelized<CompanyMatchView>;

export interface SucceededOutcome {
  readonly status: 'succeeded';
  readonly result: 'created' | 'updated' | 'skipped' | 'preserved';
  /** Null for a suppressed person who has no lead. */
  readonly leadId: number | null;
  readonly psaTicketId: number | null;
  readonly qualityScore: number;
  readonly warnings: readonly string[];
  readonly actionsTaken: readonly string[];
  readonly reason?: string;
  /** For a person who has opted out: the kind of key that matched, and the matching suppression. */
  readonly suppressedBy?: SuppressionKeyKind;
  readonly suppressionId?: string;
  readonly fieldsUpdated?: readonly string[];
  readonly fieldsPreserved?: readonly string[];
  readonly manualWorkDetected?: boolean;
  /** Omitted if no client was looked for. */
  readonly companyMatch?: CompanyMatch;
  /** Set for a dry run. */
  readonly plan?: ImportPlan;
}

export interface FailedOutcome {
  readonly status: 'failed';
  /** The specification's message, for example `Duplicate email address`. */
  readonly error: string;
  /** A stable error code, for programs. */
  readonly code: string;
  readonly suggestion?: string;
  /** The invalid fields, if any, by dotted path. */
  readonly faults?: readonly { readonly field: string; readonly value: unknown; readonly message: string }[];
  /** Set for a dry run. */
  readonly plan?: ImportPlan;
  /** Set if the outcome would now differ from that of the dry run. */
  readonly planned?: PlannedOutcome;
  readonly current?: PlannedOutcome;
}

export type RowOutcome = SucceededOutcome | FailedOutcome;

export interface UndoOutcome extends Pick<SucceededOutcome, 'status' | 'leadId' | 'psaTicketId'> {
  readonly result: 'undone' | 'kept' | 'nothing_to_undo';
  /** `phonenumber`, `linkedin_url`, `CF_106` …; only for an update. */
  readonly fieldsRestored?: readonly string[];
  readonly fieldsKept?: readonly string[];
  /** Why the row was not undone completely. */
  readonly reason?: string;
}
