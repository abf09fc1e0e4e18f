import type { ImportPlan, PlannedOutcome } from '@leadbridge/contracts';
import type { SuppressionKeyKind } from '@leadbridge/domain';

export interface SucceededOutcome {
  readonly status: 'succeeded';
  readonly result: 'created' | 'updated' | 'skipped' | 'preserved';
  /** Null for a suppressed person of whom there is no lead. */
  readonly leadId: number | null;
  readonly psaTicketId: number | null;
  readonly qualityScore: number;
  readonly warnings: readonly string[];
  readonly actionsTaken: readonly string[];
  readonly reason?: string;
  /** Of somebody who has opted out: by which of their keys they were known, and the suppression behind it. */
  readonly suppressedBy?: SuppressionKeyKind;
  readonly suppressionId?: string;
  readonly fieldsUpdated?: readonly string[];
  readonly fieldsPreserved?: readonly string[];
  readonly manualWorkDetected?: boolean;
  /** Of a dry run. */
  readonly plan?: ImportPlan;
}

export interface FailedOutcome {
  readonly status: 'failed';
  /** The specification's message, for example `Duplicate email address`. */
  readonly error: string;
  /** A stable name of the fault, for programs. */
  readonly code: string;
  readonly suggestion?: string;
  /** The faulty field where there is one, by dotted path. */
  readonly faults?: readonly { readonly field: string; readonly value: unknown; readonly message: string }[];
  /** Of a dry run. */
  readonly plan?: ImportPlan;
  /** Of a row that would be decided differently than its dry run showed: what that was, and what would be done now. */
  readonly planned?: PlannedOutcome;
  readonly current?: PlannedOutcome;
}

export type RowOutcome = SucceededOutcome | FailedOutcome;

/** What an undo came to for a row of the import. */
export interface UndoOutcome {
  readonly status: 'succeeded';
  readonly result: 'undone' | 'kept' | 'nothing_to_undo';
  readonly leadId: number | null;
  readonly psaTicketId: number | null;
  /** `phonenumber`, `linkedin_url`, `CF_106` …; of an update alone. */
  readonly fieldsRestored?: readonly string[];
  readonly fieldsKept?: readonly string[];
  /** Why not all of it was undone. */
  readonly reason?: string;
}
