import { isRowJobType, type RowJobType } from '@leadbridge/contracts';
import type { PsaBudgetStatus } from '@leadbridge/integrations';
import { isoTime } from '@leadbridge/platform';
import { psaPriorities, type JobRecord } from '@leadbridge/usecases';

type Budget = Pick<
  PsaBudgetStatus,
  'limit' | 'used' | 'usedBy' | 'recentlyUsedBy' | 'freeFor' | 'windowSeconds' | 'releases'
>;

type Work = Pick<JobRecord, 'type' | 'progress' | 'pace'>;

/**
 * PSA calls per row before the job's own rate is known: what 1,000 new leads take, and undoing them (closing
 * the ticket, removing it from its list, and adding a note).
 */
const usualCallsPerRow = {
  bulk_import: 0.15,
  undo_import: 3.2,
  opt_out_list: 0,
} satisfies Record<RowJobType, number>;

/** About the PSA calls that the undo of this many leads takes. */
export function callsToUndo(leads: number): number {
  return Math.ceil(leads * usualCallsPerRow.undo_import);
}

/** How long this many calls of an import or undo take, in whole seconds, if it began now. */
export function secondsOfCalls(calls: number, now: number, budget: Budget): number {
  const progress = { total: calls, processed: 0, successful: 0, failed: 0 };
  const pace = { callsPerRow: 1, callsUnderWay: 0, millisecondsPerRow: 0 };
  const milliseconds = budgetMilliseconds({ type: 'undo_import', progress, pace }, now, budget, []);
  return Math.ceil(milliseconds / 1_000);
}

/** Calls after the last row: the rest for the lists is sent then, with one call each. */
const closingCalls = 4;

/** The minimum share of the limit for bulk imports, however much higher priorities have used recently. */
const leastShare = 0.1;

/**
 * Calls are served in the order in which they arrive. Work with this many calls per row writes rows one by one,
 * several at once; work with fewer writes many rows in one call, and has fewer calls waiting. Beside the former,
 * the latter therefore gets one of so many calls.
 */
const callsPerSingleRow = 0.75;
const shareOfSingleRows = 2;

/** What delays an import, in addition to its own work. */
export interface EstimateLimits {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Null if it cannot be read: only the pace is used. */
  readonly budget: Budget | null;
  /** The other unfinished jobs of this kind: they share the budget with this one. */
  readonly others: readonly Work[];
  /** The import's own limit; null for none. */
  readonly leadsPerMinute: number | null;
}

/**
 * When a running bulk import or undo will finish: at the recent pace of its rows, but no sooner than the
 * budget of PSA calls and its own limit allow. It starts with what is free and then gets its share of what
 * becomes free, so its pace alone would be far too optimistic.
 *
 * Other jobs take too little time to estimate, except for the time until which they are put back.
 *
 * @returns ISO 8601; null if there is nothing to estimate from, and for a job that is stopping
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

function callsPerRow({ type, pace }: Work): number {
  return pace?.callsPerRow ?? (isRowJobType(type) ? usualCallsPerRow[type] : 0);
}

/** How many calls `other` makes for each call of `own` while both wait for the budget. */
function shareBeside(own: Work, other: Work): number {
  const writesSingly = (work: Work): boolean => callsPerRow(work) >= callsPerSingleRow;
  return writesSingly(other) && !writesSingly(own) ? shareOfSingleRows : 1;
}

function callsLeft(work: Work): number {
  const { type, progress, pace } = work;
  if (type === 'opt_out_list') {
    return 0;
  }
  const calls = (progress.total - progress.processed) * callsPerRow(work);
  return Math.max(0, calls - (pace?.callsUnderWay ?? 0)) + closingCalls;
}

/**
 * The time until the calls that the import still needs have become free. They become free as they were used,
 * window after window. Higher priorities are assumed to use the same as recently; the rest is shared by all
 * imports, until each needs no more.
 */
function budgetMilliseconds(work: Work, now: number, budget: Budget, others: readonly Work[]): number {
  const own = callsLeft(work);
  const calls = others.reduce(
    (sum, other) => sum + Math.min(shareBeside(work, other) * own, callsLeft(other)),
    own,
  );
  const missing = calls - budget.freeFor.bulk;
  if (missing <= 0 || budget.limit === 0) {
    return 0;
  }
  const windowMs = budget.windowSeconds * 1_000;
  const perWindow = Math.max(budget.limit * leastShare, budget.limit - callsOfTheUrgent(budget));
  const windows = Math.floor(missing / perWindow);
  return windows * windowMs + releaseMilliseconds(missing - windows * perWindow, now, budget);
}

/** What higher priorities used recently, unless that was a burst that is over. */
function callsOfTheUrgent({ usedBy, recentlyUsedBy }: Budget): number {
  const urgent = psaPriorities.filter((priority) => priority !== 'bulk' && priority !== 'mirror');
  return urgent.reduce(
    (sum, priority) => sum + Math.min(usedBy[priority], 2 * recentlyUsedBy[priority]),
    usedBy.others,
  );
}

/** What is used now becomes free call by call; what is free now, again after a whole window. */
function releaseMilliseconds(calls: number, now: number, { used, releases, windowSeconds }: Budget): number {
  if (calls > used || releases.length === 0) {
    return windowSeconds * 1_000;
  }
  const part = (calls / used) * releases.length;
  const before = part < 1 ? now : (releases[Math.floor(part) - 1] ?? now);
  const after = releases[Math.min(releases.length, Math.ceil(part)) - 1] ?? before;
  return before - now + (after - before) * (part - Math.floor(part));
}
