import type { JobResult } from '@leadbridge/contracts';
import type { FieldOrigin, Lead, LeadStatus, SourceData } from '@leadbridge/domain';

import type { DomainEvent } from './domain-event.js';
import type { BeforeUpdate, ClaimStore, ImportIntent, ImportStore } from './import-store.js';
import type { Transition } from './lifecycle-store.js';
import type { NewErrorLogEntry } from './error-log-entry.js';
import type { FailedOutcome, RowOutcome, UndoOutcome } from './row-outcome.js';

export type { UndoOutcome } from './row-outcome.js';

/** Written down before the first write to the PSA: whoever takes over finds what is done already, and does the rest. */
export interface UndoIntent {
  /** ISO 8601. */
  readonly at: string;
  /** The status that the ticket is about to get; null where it keeps the one that it has. */
  readonly closedStatusId: number | null;
  /** False until notes are about to be posted. Absent in intents of release 1.0, where it may have one. */
  readonly mayHaveNote?: boolean;
}

/** A row of an undo that waits for its outcome. */
export interface PendingUndo {
  readonly index: number;
  readonly intent: UndoIntent | null;
}

/** A row of an import as its undo needs it. */
export interface ImportedRow {
  readonly index: number;
  readonly outcome: RowOutcome | null;
  readonly intent: ImportIntent | null;
  /** Null in rows of releases that had none. */
  readonly fence: number | null;
  /** ISO 8601; when its outcome was recorded. */
  readonly decidedAt: string | null;
  /** The job that has undone it. */
  readonly undoneBy: string | null;
}

/** An import that has changed a lead, and stands; or that was undone, and had found that people had worked on the ticket. */
export interface LaterRow {
  readonly rowId: string;
  readonly jobId: string;
  readonly leadId: number;
  readonly psaTicketId: number | null;
  readonly fence: number;
  readonly source: string;
  readonly manualWorkDetected: boolean;
  readonly isUndone: boolean;
  /** Of an update. */
  readonly before: BeforeUpdate | null;
}

/** A lead as an undo needs it. */
export interface UndoLead {
  readonly leadId: number;
  readonly key: string;
  readonly psaTicketId: number | null;
  readonly psaUserId: number | null;
  readonly status: LeadStatus;
  /** The source that created it. */
  readonly createdSource: string;
  readonly lead: Lead;
  readonly sources: Readonly<Record<string, SourceData>>;
  readonly doNotContact: boolean;
  readonly prospectId: number | null;
  /** ISO 8601; when it entered the state that it is in. */
  readonly statusAt: string;
  /** When its ticket was last moved against the table, and to which state. */
  readonly irregular: { readonly at: string; readonly to: string } | null;
  /** ISO 8601; when a call was last recorded on it. */
  readonly calledAt: string | null;
}

/** What an undo makes of a lead's record. */
export interface UndoneLead {
  readonly leadId: number;
  /** Left out where it keeps its state. */
  readonly move?: {
    readonly from: LeadStatus;
    readonly to: LeadStatus;
    readonly by: string;
    readonly reason: string;
  };
  readonly sources: Readonly<Record<string, SourceData>>;
  /** What stands after precedence; left out where no source is left. */
  readonly merged?: {
    readonly source: string;
    readonly lead: Lead;
    readonly provenance: Readonly<Record<string, FieldOrigin>>;
    readonly qualityScore: number;
  };
}

/** What a later import of the lead found, put right: what it found was written by the row that is undone. */
export interface PatchedRow {
  readonly rowId: string;
  readonly before: BeforeUpdate;
}

/** A lead that an import created and that counts no more, for the analytics. */
export interface UncountedCreation {
  readonly source: string;
  /** ISO 8601; when it was counted. */
  readonly at: string;
}

/** Everything that one batch of an undo has to remember, written in one transaction. */
export interface UndoRecord {
  readonly jobId: string;
  /** The import. */
  readonly parentJobId: string;
  readonly isDryRun: boolean;
  readonly fence: number;
  /** ISO 8601. */
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
  /** The next rows without an outcome whose index is `from` or higher, by index. */
  pendingRows(jobId: string, from: number, limit: number): Promise<readonly PendingUndo[]>;
  importedRows(jobId: string, indexes: readonly number[]): Promise<ReadonlyMap<number, ImportedRow>>;
  leads(leadIds: readonly number[]): Promise<ReadonlyMap<number, UndoLead>>;
  /**
   * Imports that have changed one of these leads, or another lead with the same ticket; the oldest first. Of those that were undone only the
   * ones that had found manual work.
   */
  importsOf(leads: readonly Pick<UndoLead, 'leadId' | 'psaTicketId'>[]): Promise<readonly LaterRow[]>;
  /** The tickets that an import has put on lists, but for those of opt-outs, by list. */
  listedTickets(jobId: string): Promise<ReadonlyMap<number, ReadonlySet<number>>>;
  /** Writes down, before notes are posted to the tickets of these rows, that they may have one from now on. */
  expectNotes(jobId: string, indexes: readonly number[]): Promise<void>;
  /** Throws `StaleClaimError` when the undo has ended, or is to be cancelled: nothing new may then begin. */
  saveIntents(
    jobId: string,
    intents: readonly { readonly index: number; readonly intent: UndoIntent }[],
  ): Promise<void>;
  /** Throws `StaleClaimError` when another worker has recorded one of the rows or leads meanwhile; nothing is then written. */
  record(record: UndoRecord): Promise<void>;
  counts(jobId: string): Promise<UndoCounts>;
}
