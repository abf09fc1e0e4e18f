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
  readonly caches: Pick<PsaCaches, 'list'>;
  readonly jobs: Pick<JobStore, 'create' | 'find'>;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly settings: () => Pick<Settings, 'sources' | 'listNames' | 'statusIds' | 'defaultCountry'>;
  /** Seconds before each retry; the last one applies to all later retries. */
  readonly retryDelays: readonly number[];
  readonly clock: Clock;
}

/** What each step receives besides the entry. */
export interface SuppressionContext extends SuppressionDependencies {
  readonly claims: Claims;
  readonly session: PsaSession;
  /** Throws `StaleClaimError` when another worker has taken over the entries. */
  readonly assertHeld: () => Promise<void>;
}

export interface SuppressionWork {
  entry: Suppression;
  /** As read in this pass. */
  ticket: TicketSnapshot | null;
  /** An earlier entry exists for the same ticket and person: this one was removed. */
  isMerged: boolean;
  /** Why nothing could be done for the entry in this pass; it is retried when due. */
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

/**
 * Why a step failed; the entry is retried.
 *
 * @throws StaleClaimError if another worker has taken over
 */
export function faultOfStep(error: unknown, message: string): Error {
  if (error instanceof StaleClaimError) {
    throw error;
  }
  return error instanceof Error ? error : new Error(message, { cause: error });
}

/** The budget may become free long before the predicted time; an opt-out is the first to use it. */
const maxBudgetWaitMs = 10_000;

/** Waiting for the PSA's budget is not a failure; everything else follows the retry schedule. */
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
