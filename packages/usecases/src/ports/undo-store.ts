import type { JobResult } from '@leadbridge/contracts';
import type { LeadStatus, SourceData } from '@leadbridge/domain';

import type { DomainEvent } from './domain-event.js';
import type { BeforeUpdate, ClaimStore, ImportIntent, ImportStore } from './import-store.js';
import type { Transition } from './lifecycle-store.js';
import type { LeadRecord } from './records.js';
import type { NewErrorLogEntry } from './error-log-entry.js';
import type { FailedOutcome, RowOutcome, RowPlace, UndoOutcome } from './row-outcome.js';

export type { UndoOutcome } from './row-outcome.js';

/** Saved before the first write to the PSA: a worker that takes over does only the rest. */
export interface UndoIntent {
  readonly at: string;
  /** The status that the undo gives the ticket; null if the ticket keeps its status. */
  readonly closedStatusId: number | null;
  /** False until notes are about to be posted. Absent in intents of release 1.0: a note may then exist. */
  readonly mayHaveNote?: boolean;
  /** True if an earlier run has taken the ticket off all of its lists. */
  readonly isOffLists?: boolean;
}

export interface PendingUndo extends RowPlace {
  readonly intent: UndoIntent | null;
}

export interface ImportedRow {
  readonly index: number;
  readonly outcome: RowOutcome | null;
  readonly intent: ImportIntent | null;
  /** Null in rows of releases without fences. */
  readonly fence: number | null;
  /** ISO 8601; when its outcome was recorded. */
  readonly decidedAt: string | null;
  readonly undoneBy: string | null;
}

/** A row that changed a lead and was not undone, or only after manual work had been detected. */
export interface LaterRow {
  readonly rowId: string;
  readonly jobId: string;
  readonly leadId: number;
  readonly psaTicketId: number | null;
  readonly fence: number;
  readonly source: string;
  readonly manualWorkDetected: boolean;
  readonly isUndone: boolean;
  /** For an update. */
  readonly before: BeforeUpdate | null;
}

export interface UndoLead extends Pick<
  LeadRecord,
  'leadId' | 'key' | 'psaTicketId' | 'psaUserId' | 'status' | 'lead' | 'doNotContact' | 'prospectId'
> {
  readonly createdSource: string;
  readonly sources: Readonly<Record<string, SourceData>>;
  /** ISO 8601; when it entered its current state. */
  readonly statusAt: string;
  /** When its ticket last made a transition that the lifecycle does not permit, and to which state. */
  readonly irregular: { readonly at: string; readonly to: string } | null;
  /** ISO 8601; when a call was last recorded on it. */
  readonly calledAt: string | null;
}

export interface UndoneLead {
  readonly leadId: number;
  /** Omitted if the lead keeps its state. */
  readonly move?: {
    readonly from: LeadStatus;
    readonly to: LeadStatus;
    readonly by: string;
    readonly reason: string;
  };
  readonly sources: Readonly<Record<string, SourceData>>;
  /** The values that win by precedence; omitted if no source is left. */
  readonly merged?: Pick<LeadRecord, 'source' | 'lead' | 'provenance' | 'qualityScore'>;
}

/** Corrects the saved state of a later import of the lead, because the row that is undone had written it. */
export interface PatchedRow {
  readonly rowId: string;
  readonly before: BeforeUpdate;
}

/** A lead that an import created and that analytics no longer count. */
export interface UncountedCreation {
  readonly source: string;
  /** ISO 8601; when it was counted. */
  readonly at: string;
}

/** Everything that one batch of an undo has to record, written in one transaction. */
export interface UndoRecord {
  readonly jobId: string;
  readonly parentJobId: string;
  readonly isDryRun: boolean;
  readonly fence: number;
  readonly at: string;
  readonly rows: readonly { readonly index: number; readonly outcome: UndoOutcome | FailedOutcome }[];
  readonly leads: readonly UndoneLead[];
  readonly patches: readonly PatchedRow[];
  readonly uncounted: readonly UncountedCreation[];
  readonly transitions: readonly Transition[];
  readonly events: readonly DomainEvent[];
  readonly errorLogEntries: readonly NewErrorLogEntry[];
}

export type UndoCounts = Pick<JobResult<'undo_import'>, 'undone' | 'kept' | 'nothingToUndo'>;

export interface UndoStore extends ClaimStore, Pick<ImportStore, 'saveErrorLogEntries'> {
  /** The next rows without an outcome, from index `from` upwards, ordered by index. */
  pendingRows(jobId: string, from: number, limit: number): Promise<readonly PendingUndo[]>;
  importedRows(jobId: string, indexes: readonly number[]): Promise<ReadonlyMap<number, ImportedRow>>;
  leads(leadIds: readonly number[]): Promise<ReadonlyMap<number, UndoLead>>;
  /**
   * Imports that changed one of these leads, or another lead with the same ticket; oldest first. Includes
   * undone ones only if they had detected manual work.
   */
  importsOf(leads: readonly Pick<UndoLead, 'leadId' | 'psaTicketId'>[]): Promise<readonly LaterRow[]>;
  /** With the id of their item (null if unknown), by list; excludes those of opt-outs. */
  listedTickets(jobId: string): Promise<ReadonlyMap<number, ReadonlyMap<number, number | null>>>;
  /** Before notes are posted: from now on these tickets may have one. */
  expectNotes(jobId: string, indexes: readonly number[]): Promise<void>;
  /** Records, for a run that cannot finish these rows, that their tickets are off their lists. */
  markOffLists(jobId: string, indexes: readonly number[]): Promise<void>;
  /** Throws `StaleClaimError` when the undo has ended or is to be cancelled: no new work may start then. */
  saveIntents(
    jobId: string,
    intents: readonly { readonly index: number; readonly intent: UndoIntent }[],
  ): Promise<void>;
  /** @throws StaleClaimError, with nothing written, if another worker has recorded a row or lead */
  record(record: UndoRecord): Promise<void>;
  counts(jobId: string): Promise<UndoCounts>;
}
