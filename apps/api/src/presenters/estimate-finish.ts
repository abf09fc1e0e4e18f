import type { PsaBudgetStatus } from '@leadbridge/integrations';
import { isoTime } from '@leadbridge/platform';
import type { JobRecord } from '@leadbridge/usecases';

type Budget = Pick<PsaBudgetStatus, 'limit' | 'free' | 'windowSeconds' | 'nextFreeAt'>;

/** Calls to the PSA that a row of an import needs before it is known of this one: what 1,000 new leads take. */
const usualCallsPerRow = 0.15;

/** What holds an import up, beside its own work. */
export interface EstimateLimits {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Null where it cannot be read: the pace has to do. */
  readonly budget: Budget | null;
  /** What the import keeps to by itself; null for none. */
  readonly leadsPerMinute: number | null;
}

/**
 * When a running import will finish: as fast as its rows went of late, but no sooner than the budget of PSA calls and its own limit allow. An
 * import begins with what is free and then gets what comes free, so that its pace alone would promise far too much.
 *
 * @returns ISO 8601; null while nothing is known to go by, once the last row is done, and for a job that is to stop
 */
export function estimateFinish(
  { progress, pace, startedAt, cancelRequested }: JobRecord,
  { now, budget, leadsPerMinute }: EstimateLimits,
): string | null {
  const rows = progress.total - progress.processed;
  if (startedAt === null || rows <= 0 || cancelRequested) {
    return null;
  }
  const byPace = pace === undefined ? 0 : rows * pace.millisecondsPerRow;
  const byLimit = leadsPerMinute === null ? 0 : (rows / leadsPerMinute) * 60_000;
  const calls = rows * (pace?.callsPerRow ?? usualCallsPerRow);
  const byBudget = budget === null ? 0 : budgetMilliseconds(calls, now, budget);
  const milliseconds = Math.max(byPace, byLimit, byBudget);
  return milliseconds === 0 ? null : isoTime(now + milliseconds);
}

/**
 * The time until so many calls have come free. They come free as they were used: evenly, or a whole window's at once. All are taken for
 * this job, which is right for a job alone, and for several amounts to sharing the budget among them.
 */
function budgetMilliseconds(
  calls: number,
  now: number,
  { limit, free, windowSeconds, nextFreeAt }: Budget,
): number {
  const missing = calls - free;
  if (missing <= 0 || limit === 0) {
    return 0;
  }
  const window = windowSeconds * 1_000;
  const evenly = (missing / limit) * window;
  const atOnce = Math.max(0, nextFreeAt - now) + Math.floor(missing / limit) * window;
  return Math.max(evenly, atOnce);
}
