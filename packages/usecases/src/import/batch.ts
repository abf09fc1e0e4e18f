import type { LeadSource, ListNames } from '@leadbridge/domain';
import type { Clock } from '@leadbridge/platform';

import type { Claims, ImportStore, Known } from '../ports/import-store.js';
import type { PsaPort, PsaPriority, PsaSession } from '../ports/psa.js';
import type { RowPlace } from '../ports/row-outcome.js';
import type { Settings } from '../ports/settings.js';
import type { ClientDirectory } from '../mirror/client-directory.js';
import type { ObservationLog, PsaMirror } from '../mirror/psa-mirror.js';
import type { PsaCaches } from '../psa/psa-caches.js';
import type { StatusIds } from '../psa/status-ids.js';
import type { DryRunMemory } from './dry-run/dry-run-memory.js';
import type { RecordedCaches } from './look-ahead.js';
import type { ImportRow, WrittenRow } from './import-row-state.js';

export interface ImportSettings {
  readonly sources: readonly LeadSource[];
  readonly defaultCountry: string;
  readonly listNames: ListNames;
  readonly companyMatching: Settings['companyMatching'];
  readonly leadsPerMinute: Settings['leadsPerMinute'];
  readonly psa: Settings['psa'];
  /** The PSA agent that the service acts as. */
  readonly integrationUser: { readonly id: number | string; readonly name: string };
}

export interface ImportDependencies {
  readonly psa: PsaPort;
  readonly store: ImportStore;
  readonly caches: PsaCaches;
  /** Null if the mirror is disabled: everything is then read live. */
  readonly mirror: PsaMirror | null;
  /** The clients in the mirror, by name and domain; null if it is disabled. A dry run has it too. */
  readonly directory: ClientDirectory | null;
  readonly statusIds: StatusIds;
  readonly settings: () => ImportSettings;
  readonly clock: Clock;
  /** Set by `asDryRun` for a dry run. */
  readonly dryRun?: DryRunMemory;
}

export interface ImportBatch {
  readonly rows: readonly ImportRow[];
  readonly priority: PsaPriority;
  /** How many more rows wait after this batch; decides between reading pages and searching. */
  readonly upcoming: number;
  /** Whether rows may be decided from the mirror. Rows that an earlier run has begun never are. */
  readonly readsMirror: boolean;
  /** True if callers wait: the PSA is queried in parallel, even if some results are not needed. */
  readonly asksAhead: boolean;
  /** True for bulk imports; see `BatchRecord`. */
  readonly countsProgress: boolean;
  /** True to fill lists before the rows are recorded, instead of when there are enough items for a full request. */
  readonly flushLists: boolean;
  /** Called once the rows are decided, with the number of calls to the PSA that they will probably still need. */
  readonly onPlanned?: (calls: number) => Promise<void>;
  /**
   * Called with the rows that have an outcome, once they are recorded and their lists are filled, while the
   * claims are being released.
   */
  readonly onDecided?: (decided: readonly RecordedOutcome[]) => Promise<void>;
  readonly cleaning: CleanOptions;
  /** Of its claims, if it was reserved in advance. */
  readonly fence?: Promise<number> | undefined;
}

export interface CleanOptions {
  /** The keys so far, with the row that counts; later rows with the same key fail. Grows. */
  readonly seen: Map<string, RowPlace> | null;
  /** True to leave all rows after the first rejected one untouched. */
  readonly stopAtFirstFailure: boolean;
}

export interface BatchResult {
  /** Rows with an outcome, recorded. */
  readonly decided: readonly RecordedOutcome[];
  /** Rows whose key is being processed elsewhere, or by an earlier row of this batch; submit them again. */
  readonly deferred: readonly ImportRow[];
  /** Rows that failed in a possibly transient way; nothing is recorded about them. */
  readonly faulty: readonly { readonly row: ImportRow; readonly fault: Error }[];
}

export interface Decided {
  readonly row: ImportRow;
  readonly outcome: NonNullable<WrittenRow['outcome']>;
}

export interface RecordedOutcome extends Decided {
  /** Whether lists of its job remained to be filled when it was recorded: a single import has not ended then. */
  readonly hasOpenLists: boolean;
}

/** What our records contain about the leads of a batch since their keys are claimed. */
export interface KnownOfBatch extends Known {
  /** The texts of the keys that were looked up among those of people who have opted out. */
  readonly askedKeys: ReadonlySet<string>;
  /** The companies that were looked up. */
  readonly askedCompanies: ReadonlySet<string>;
  /** The ids of entries that were looked up. */
  readonly askedMatches: ReadonlySet<string>;
}

/** What every stage receives besides the rows. */
export interface StageContext extends ImportDependencies {
  readonly session: PsaSession;
  readonly claims: Claims;
  readonly batch: ImportBatch;
  /** What the batch has read from the PSA, for the mirror. */
  readonly observed: ObservationLog;
  /** The caches of a batch that asks ahead; null otherwise. */
  readonly ahead: RecordedCaches | null;
  readonly known: KnownOfBatch;
  /** Keys whose writes may be in the PSA but are not recorded yet; grows and shrinks as the work proceeds. */
  readonly unsettled: Set<string>;
  /** Work that only the release of the claims waits for, and that never rejects; grows. */
  readonly underWay: Promise<unknown>[];
  /** Unix milliseconds; the batch makes all its live reads after this. */
  readonly startedAt: number;
}
