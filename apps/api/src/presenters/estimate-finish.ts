import { isRowJobType, type JobType, type RowJobType } from '@leadbridge/contracts';
import type { PsaBudgetStatus } from '@leadbridge/integrations';
import { isoTime } from '@leadbridge/platform';
import { psaPriorities, type JobRecord } from '@leadbridge/usecases';

type Budget = Pick<
  PsaBudgetStatus,
  'limit' | 'used' | 'usedBy' | 'recentlyUsedBy' | 'freeFor' | 'windowSeconds' | 'releases'
>;

type Work = Pick<JobRecord, 'type' | 'progress' | 'pace'>;

/**
 * Calls to the PSA that a row needs before it is known of this job: what 1,000 new leads take, and the undo of them (the ticket is closed,
 * moved from its list, and gets a note).
 */
const usualCallsPerRow: Readonly<Partial<Record<JobType, number>>> = {
  bulk_import: 0.15,
  undo_import: 3.2,
} satisfies Record<RowJobType, number>;

/** Calls behind the last row: what is left for the lists is sent then, one call for each of them. */
const closingCalls = 4;

/** The share of the limit that bulk imports get in the end, however much the more urgent have used of late. */
const leastShare = 0.1;

/** What holds an import up, beside its own work. */
export interface EstimateLimits {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Null where it cannot be read: the pace has to do. */
  readonly budget: Budget | null;
  /** The other such jobs that are not finished: they share the budget with this one, evenly. */
  readonly others: readonly Work[];
  /** What the import keeps to by itself; null for none. */
  readonly leadsPerMinute: number | null;
}

/**
 * When a running bulk import or undo will finish: as fast as its rows went of late, but no sooner than the budget of PSA calls and its own limit
 * allow. It begins with what is free and then gets its share of what comes free, so that its pace alone would promise far too much.
 *
 * Other jobs take no time worth telling, but for that until which they are put back.
 *
 * @returns ISO 8601; null while nothing is known to go by, and for a job that is to stop
 */
export function estimateFinish(
  { type, progress, pace, startedAt, cancelRequested, putBack }: JobRecord,
  { now, budget, others, leadsPerMinute }: EstimateLimits,
): string | null {
  if (startedAt === null || cancelRequested) {
    return null;
  }
  const byPutBack = putBack === undefined ? 0 : Date.parse(putBack.until) - now;
  if (!isRowJobType(type)) {
    return byPutBack <= 0 ? null : isoTime(now + byPutBack);
  }
  const rows = progress.total - progress.processed;
  const byPace = pace === undefined ? 0 : rows * pace.millisecondsPerRow;
  const byLimit = leadsPerMinute === null ? 0 : (rows / leadsPerMinute) * 60_000;
  const work = { type, progress, ...(pace === undefined ? {} : { pace }) };
  const byBudget = budget === null ? 0 : budgetMilliseconds(work, now, budget, others);
  const milliseconds = Math.max(byPace, byLimit, byBudget, byPutBack);
  return milliseconds <= 0 ? null : isoTime(now + milliseconds);
}

function callsLeft({ type, progress, pace }: Work): number {
  const rows = progress.total - progress.processed;
  return rows * (pace?.callsPerRow ?? usualCallsPerRow[type] ?? 0) + closingCalls;
}

/**
 * The time until the calls have come free that are needed until the import ends. They come free as they were used, window after window. What the
 * more urgent used of late they will use again; of the rest every import gets the same, until it needs no more.
 */
function budgetMilliseconds(work: Work, now: number, budget: Budget, others: readonly Work[]): number {
  const own = callsLeft(work);
  const calls = others.reduce((sum, other) => sum + Math.min(own, callsLeft(other)), own);
  const missing = calls - budget.freeFor.bulk;
  if (missing <= 0 || budget.limit === 0) {
    return 0;
  }
  const windowMs = budget.windowSeconds * 1_000;
  const perWindow = Math.max(budget.limit * leastShare, budget.limit - callsOfTheUrgent(budget));
  const windows = Math.floor(missing / perWindow);
  return windows * windowMs + releaseMilliseconds(missing - windows * perWindow, now, budget);
}

/** What others than bulk imports will use of a window: what they did, where that was no outburst that is over. */
function callsOfTheUrgent({ usedBy, recentlyUsedBy }: Budget): number {
  const urgent = psaPriorities.filter((priority) => priority !== 'bulk' && priority !== 'mirror');
  return urgent.reduce(
    (sum, priority) => sum + Math.min(usedBy[priority], 2 * recentlyUsedBy[priority]),
    usedBy.others,
  );
}

/** The time until so many of the calls that are used now have come free; what is free now comes free again after a whole window. */
function releaseMilliseconds(calls: number, now: number, { used, releases, windowSeconds }: Budget): number {
  if (calls > used || releases.length === 0) {
    return windowSeconds * 1_000;
  }
  const part = (calls / used) * releases.length;
  const before = part < 1 ? now : (releases[Math.floor(part) - 1] ?? now);
  const after = releases[Math.min(releases.length, Math.ceil(part)) - 1] ?? before;
  return before - now + (after - before) * (part - Math.floor(part));
}
