import type { Restoration, TicketSnapshot } from '@leadbridge/domain';
import type { Clock } from '@leadbridge/platform';

import type { FailedOutcome, ImportJobs } from '../ports/import-store.js';
import type { JobRun, JobRuns } from '../ports/job-runs.js';
import type { Job } from '../ports/jobs.js';
import type { PsaPort, PsaSession } from '../ports/psa.js';
import type { ImportedRow, UndoIntent, UndoLead, UndoOutcome, UndoStore } from '../ports/undo-store.js';
import type { PsaCaches } from '../psa/psa-caches.js';
import type { StatusIds } from '../psa/status-ids.js';
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
    /** The agent that the service acts as. */
    readonly integrationUser: { readonly id: number | string; readonly name: string };
  };
  readonly clock: Clock;
  /** True once this process is to end: the undo goes on elsewhere after the batch in hand. */
  readonly isStopping: () => boolean;
}

/** What one run of an undo knows from batch to batch. */
export interface UndoRun {
  readonly job: Job<'undo_import'>;
  readonly run: JobRun;
  readonly meter: RunMeter;
  readonly tickets: TicketReading;
  readonly lists: ListedTickets;
  /** How often each row has failed in a way that may pass, by index. */
  readonly faults: Map<number, number>;
  /** Rows that are still worked on one at a time, as processes have ended in the middle of them. */
  rowsToTry: number;
}

/** What is to be done for a row in the PSA. */
export type UndoPlan =
  /** The ticket that the import has created goes. */
  | { readonly kind: 'close' }
  /** What it has changed goes back. */
  | { readonly kind: 'restore'; readonly restoration: Restoration };

/** A row on its way through an undo; one with an outcome or a fault is passed by. */
export interface UndoWork {
  readonly index: number;
  readonly imported: ImportedRow | null;
  readonly lead: UndoLead | null;
  /** Written by an earlier run that did not finish. */
  readonly intent: UndoIntent | null;
  ticket: TicketSnapshot | null;
  plan: UndoPlan | null;
  /** Whether the PSA has deleted the ticket. */
  isDeleted: boolean;
  outcome: UndoOutcome | FailedOutcome | null;
  fault: Error | null;
}

/** What a batch of an undo is given while its leads are its own. */
export interface UndoContext extends UndoDependencies {
  readonly run: UndoRun;
  readonly session: PsaSession;
  readonly fence: number;
  readonly assertHeld: () => Promise<void>;
  /** The status of tickets that were taken back; null in a PSA that has none for it. */
  readonly closedStatusId: number | null;
}

export type PlannedUndo<K extends UndoPlan['kind']> = UndoWork & {
  plan: Extract<UndoPlan, { kind: K }>;
  lead: UndoLead;
};

/** The rows with a plan of the given kind that neither failed nor have to be brought again. */
export function plannedUndo<K extends UndoPlan['kind']>(
  rows: readonly UndoWork[],
  kind: K,
): PlannedUndo<K>[] {
  return rows.filter(
    (row): row is PlannedUndo<K> =>
      row.outcome === null && row.fault === null && row.lead !== null && row.plan?.kind === kind,
  );
}

/** Stands in the Action of a row, and finds it again. */
export function undoReference({ job }: UndoRun, { index }: Pick<UndoWork, 'index'>): string {
  return `${job.jobId}#${index}`;
}
