import type { Restoration, TicketSnapshot } from '@leadbridge/domain';
import type { Clock } from '@leadbridge/platform';

import type { ImportJobs } from '../ports/import-jobs.js';
import type { FailedOutcome } from '../ports/import-store.js';
import type { JobRun, JobRuns } from '../ports/job-runs.js';
import type { Job } from '../ports/jobs.js';
import type { PsaPort, PsaSession } from '../ports/psa.js';
import type { ImportedRow, UndoIntent, UndoLead, UndoOutcome, UndoStore } from '../ports/undo-store.js';
import type { PsaCaches } from '../psa/psa-caches.js';
import type { StatusIds } from '../psa/status-ids.js';
import type { BatchWidth } from '../work/batch-width.js';
import type { RunMeter } from '../work/run-meter.js';
import type { TrialLane } from '../work/trials.js';
import type { ListedTickets } from './listed-tickets.js';
import type { TicketReading } from './ticket-reading.js';

export interface UndoDependencies {
  readonly psa: PsaPort;
  readonly store: UndoStore;
  readonly runs: JobRuns;
  readonly trials: TrialLane;
  readonly importJobs: Pick<ImportJobs, 'failPendingRows' | 'keepRows'>;
  readonly caches: Pick<PsaCaches, 'tickets'>;
  readonly statusIds: StatusIds;
  readonly settings: () => {
    /** The PSA agent that the service acts as. */
    readonly integrationUser: { readonly id: number | string; readonly name: string };
  };
  readonly clock: Clock;
  /** True once this process is shutting down: the undo continues elsewhere after its current batch. */
  readonly isStopping: () => boolean;
}

/** The state that one run of an undo keeps between batches. */
export interface UndoRun {
  readonly job: Job<'undo_import'>;
  readonly run: JobRun;
  readonly meter: RunMeter;
  readonly width: BatchWidth;
  readonly tickets: TicketReading;
  readonly lists: ListedTickets;
  /** How often each row has failed in a possibly transient way, by index. */
  readonly faults: Map<number, number>;
  /** How many rows still run one at a time, because processes have crashed during the undo. */
  rowsToTry: number;
}

export type UndoPlan =
  /** Closes or deletes the ticket that the import created. */
  | { readonly kind: 'close' }
  /** Restores the values that it changed. */
  | { readonly kind: 'restore'; readonly restoration: Restoration };

/** A row on its way through an undo; a row with an outcome or a fault is skipped. */
export interface UndoWork {
  readonly index: number;
  readonly imported: ImportedRow | null;
  readonly lead: UndoLead | null;
  /** Saved by an earlier run that did not finish. */
  readonly intent: UndoIntent | null;
  ticket: TicketSnapshot | null;
  plan: UndoPlan | null;
  /** Whether the PSA has deleted the ticket. */
  isDeleted: boolean;
  outcome: UndoOutcome | FailedOutcome | null;
  fault: Error | null;
}

/** The context of an undo batch while it holds the claims on its leads. */
export interface UndoContext extends UndoDependencies {
  readonly run: UndoRun;
  readonly session: PsaSession;
  readonly fence: number;
  readonly assertHeld: () => Promise<void>;
  /** The status for tickets of undone imports; null if the PSA has none for it. */
  readonly closedStatusId: number | null;
}

export type PlannedUndo<K extends UndoPlan['kind']> = UndoWork & {
  plan: Extract<UndoPlan, { kind: K }>;
  lead: UndoLead;
};

/** The rows with a plan of the given kind that have neither failed nor need a retry. */
export function plannedUndo<K extends UndoPlan['kind']>(
  rows: readonly UndoWork[],
  kind: K,
): PlannedUndo<K>[] {
  return rows.filter(
    (row): row is PlannedUndo<K> =>
      row.outcome === null && row.fault === null && row.lead !== null && row.plan?.kind === kind,
  );
}

/** Part of the Action of a row, by which it can be found. */
export function undoReference({ job }: UndoRun, { index }: Pick<UndoWork, 'index'>): string {
  return `${job.jobId}#${index}`;
}
