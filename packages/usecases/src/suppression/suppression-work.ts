import type { TicketSnapshot } from '@leadbridge/domain';
import { isoTime, type Clock } from '@leadbridge/platform';

import type { PsaCaches } from '../psa/psa-caches.js';
import { StaleClaimError, type Claims, type ImportStore } from '../ports/import-store.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type { JobQueue, JobStore } from '../ports/jobs.js';
import type {
  SuppressionStore,
  Suppression,
  SuppressionChange,
  SuppressionLists,
} from '../ports/suppression.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import type { PsaPort, PsaSession } from '../ports/psa.js';
import type { Settings } from '../ports/settings.js';
import { nextAttempt } from './retry-schedule.js';

export interface SuppressionDependencies {
  readonly suppressions: SuppressionStore;
  readonly suppressionLists: SuppressionLists;
  readonly psa: PsaPort;
  readonly store: ImportStore;
  readonly caches: Pick<PsaCaches, 'listId'>;
  readonly jobs: Pick<JobStore, 'create' | 'find'>;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly settings: () => Pick<Settings, 'sources' | 'listNames' | 'statusIds' | 'defaultCountry'>;
  /** Seconds before each repetition; the last one holds for all that follow. */
  readonly retryDelays: readonly number[];
  readonly clock: Clock;
}

/** What each step gets beside the entry. */
export interface SuppressionContext extends SuppressionDependencies {
  readonly claims: Claims;
  readonly session: PsaSession;
  /** Throws `StaleClaimError` when the entries have become another worker's. */
  readonly assertHeld: () => Promise<void>;
}

/** An entry on its way through the steps. */
export interface SuppressionWork {
  entry: Suppression;
  /** As read in this pass. */
  ticket: TicketSnapshot | null;
  /** True when an earlier entry stands for the same ticket and person: this one is gone, and nothing is left to do. */
  isMerged: boolean;
  /** Why nothing could be done for the entry in this pass; it is tried again at its time. */
  fault: Error | null;
}

/** @throws StaleClaimError when another worker has taken over */
export async function changeEntry(
  work: SuppressionWork,
  change: SuppressionChange,
  { suppressions, claims }: Pick<SuppressionContext, 'suppressions' | 'claims'>,
  errorLogEntries: readonly NewErrorLogEntry[] = [],
): Promise<void> {
  if (!(await suppressions.change(work.entry.suppressionId, claims.fence, change, errorLogEntries))) {
    throw new StaleClaimError('Another worker has taken over the opt-out');
  }
  work.entry = { ...work.entry, ...change };
}

/** Milliseconds. What holds the budget may pass long before the time that was told, and an opt-out is the first to go then. */
const maxBudgetWaitMs = 10_000;

/**
 * When what could not be written to the ticket is tried again: waiting for the PSA's budget is no failure, everything else is one
 * and has its time.
 */
export function ticketRetry(
  entry: Suppression,
  error: unknown,
  { clock, retryDelays }: Pick<SuppressionContext, 'clock' | 'retryDelays'>,
): Pick<SuppressionChange, 'ticketAt' | 'ticketAttempts'> {
  if (error instanceof PsaBudgetError) {
    return { ticketAt: isoTime(Math.min(error.retryAt, clock.now() + maxBudgetWaitMs)) };
  }
  const ticketAttempts = entry.ticketAttempts + 1;
  const next = nextAttempt({
    failures: ticketAttempts,
    now: clock.now(),
    delays: retryDelays,
    until: Date.parse(entry.retryUntil),
  });
  return { ticketAttempts, ticketAt: next === null ? null : isoTime(next) };
}
