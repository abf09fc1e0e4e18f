import type { Clock, Logger } from '@leadbridge/platform';

import type { CompanyAliases } from '../ports/company-matches.js';
import type { ImportStore } from '../ports/import-store.js';
import type { JobQueue, JobStore } from '../ports/jobs.js';
import type { PsaMirrorStore } from '../ports/psa-mirror.js';
import type { PsaPort } from '../ports/psa.js';
import type { ReconciledRecords, ReconciliationStore } from '../ports/reconciliation.js';
import type { Settings } from '../ports/settings.js';
import type { StatusIds } from '../psa/status-ids.js';

export interface ReconciliationDependencies {
  readonly psa: PsaPort;
  readonly mirrorStore: PsaMirrorStore;
  /**
   * Reads one more page for the mirror if no other worker is doing so; otherwise does nothing.
   *
   * @returns milliseconds until it should be called again, and whether the mirror waits for the budget
   */
  readonly readOn: () => Promise<{ readonly pauseMs: number; readonly isBudgetSpent: boolean }>;
  /** Called once the PSA was compared: drops the mirror if nothing else needs it. */
  readonly letGo: () => Promise<void>;
  readonly reconciliations: ReconciliationStore;
  readonly records: ReconciledRecords;
  readonly aliases: Pick<CompanyAliases, 'remember'>;
  readonly store: Pick<ImportStore, 'findOptedOut'>;
  readonly statusIds: Pick<StatusIds, 'stateOf'>;
  readonly jobs: Pick<JobStore, 'create' | 'createWithRows' | 'find' | 'streamRows'>;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly settings: () => Pick<Settings, 'sources' | 'statusIds' | 'defaultCountry'>;
  /** Whether opt-outs without a suppression are processed automatically. */
  readonly takesOptOuts: boolean;
  readonly isStopping: () => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What the remedies of findings need of all that. */
export interface RemedyDependencies extends Pick<
  ReconciliationDependencies,
  'psa' | 'mirrorStore' | 'aliases' | 'jobs' | 'queue' | 'settings' | 'clock'
> {
  readonly reconciliations: Pick<
    ReconciliationStore,
    'pendingOf' | 'noteImports' | 'settle' | 'remediesOf' | 'keep'
  >;
  readonly records: Pick<ReconciledRecords, 'ofTickets' | 'forgetTicket' | 'markAgain'>;
}
