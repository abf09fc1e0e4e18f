import type { LeadSource, ListNames } from '@leadbridge/domain';
import type { Clock } from '@leadbridge/platform';

import type { Claims, ImportStore } from '../ports/import-store.js';
import type { PsaPort, PsaPriority, PsaSession } from '../ports/psa.js';
import type { Settings } from '../ports/settings.js';
import type { ObservationLog, PsaMirror } from '../mirror/psa-mirror.js';
import type { PsaCaches } from '../psa/psa-caches.js';
import type { StatusIds } from '../psa/status-ids.js';
import type { DryRunMemory } from './dry-run/dry-run-memory.js';
import type { RecordedCaches } from './look-ahead.js';
import type { ImportRow, ImportRowState } from './import-row-state.js';

/** What the import rules are set to at the moment. */
export interface ImportSettings {
  readonly sources: readonly LeadSource[];
  readonly defaultCountry: string;
  readonly listNames: ListNames;
  readonly leadsPerMinute: Settings['leadsPerMinute'];
  readonly psa: Settings['psa'];
  /** The agent that the service acts as. */
  readonly integrationUser: { readonly id: number | string; readonly name: string };
}

export interface ImportDependencies {
  readonly psa: PsaPort;
  readonly store: ImportStore;
  readonly caches: PsaCaches;
  /** Null where it is switched off: everything is read live then. */
  readonly mirror: PsaMirror | null;
  readonly statusIds: StatusIds;
  readonly settings: () => ImportSettings;
  readonly clock: Clock;
  /** Where the work is only looked at; see `asDryRun`, which sets it. */
  readonly dryRun?: DryRunMemory;
}

export interface ImportBatch {
  readonly rows: readonly ImportRow[];
  readonly priority: PsaPriority;
  /** How many more rows wait behind this batch, to choose between reading pages and searching. */
  readonly upcoming: number;
  /** Whether rows may be decided by the mirror; one that an earlier run has begun never is. */
  readonly readsMirror: boolean;
  /** True where somebody waits for each of the rows: the PSA is asked for several things at once, though one may turn out not to be needed. */
  readonly asksAhead: boolean;
  /** True for bulk imports; see `BatchRecord`. */
  readonly countsProgress: boolean;
  /** True when lists are to be filled at once, and not only when a request's worth of items has gathered. */
  readonly flushLists: boolean;
  /** Told of the rows with an outcome once they are recorded and their lists are filled, while the claims are given back. */
  readonly onDecided?: (decided: readonly Decided[]) => Promise<void>;
  readonly cleaning: CleanOptions;
}

/** How the rows of a batch are read. */
export interface CleanOptions {
  /** The keys of the request's rows so far, with the index that counts; later rows of a key fail. Grows. */
  readonly seen: Map<string, number> | null;
  /** True to leave everything behind the first rejected row untouched. */
  readonly stopAtFirstFailure: boolean;
}

export interface BatchResult {
  /** Rows with an outcome, recorded. */
  readonly decided: readonly Decided[];
  /** Rows whose key is being worked on elsewhere, or by an earlier row of this batch; they are to be brought again. */
  readonly deferred: readonly ImportRow[];
  /** Rows that failed in a way that may pass; nothing is recorded of them. */
  readonly faulty: readonly { readonly row: ImportRow; readonly fault: Error }[];
}

export interface Decided {
  readonly row: ImportRow;
  readonly outcome: NonNullable<ImportRowState['outcome']>;
}

/** What every stage gets beside the rows. */
export interface StageContext extends ImportDependencies {
  readonly session: PsaSession;
  readonly claims: Claims;
  readonly batch: ImportBatch;
  /** What the batch has seen of the PSA, for the mirror. */
  readonly observed: ObservationLog;
  /** The `knowledge` of the batch, where it asks ahead; null where it does not. */
  readonly ahead: RecordedCaches | null;
  /** Unix milliseconds; everything that the batch reads live was read later. */
  readonly startedAt: number;
}
