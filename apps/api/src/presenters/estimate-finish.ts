import type { PsaBudgetStatus } from '@leadbridge/integrations';
import { isoTime } from '@leadbridge/platform';
import type { JobRecord } from '@leadbridge/usecases';

type Budget = Pick<PsaBudgetStatus, 'limit' | 'used' | 'free' | 'windowSeconds'>;

/**
 * When a job will finish: as fast as it went so far, but no sooner than the budget of PSA calls allows. An import begins with a full budget
 * and then gets what comes free, so that its pace alone would promise far too much.
 *
 * @param now milliseconds since the Unix epoch
 * @param budget null where it cannot be read: the pace has to do
 * @returns ISO 8601; null before the first row is done, and once the last one is
 */
export function estimateFinish(record: JobRecord, now: number, budget: Budget | null): string | null {
  const { total, processed } = record.progress;
  if (record.startedAt === null || processed === 0 || processed >= total) {
    return null;
  }
  const elapsed = Math.max(0, now - Date.parse(record.startedAt));
  const byPace = (elapsed / processed) * (total - processed);
  const byBudget = budget === null ? 0 : budgetMilliseconds(record.progress, elapsed, budget);
  return isoTime(now + Math.max(byPace, byBudget));
}

/**
 * The time until enough of the budget has come free for the remaining rows. Calls are not counted by job: all are taken for this one's,
 * which is right for a job alone, and for several amounts to sharing the budget among them.
 */
function budgetMilliseconds(
  { total, processed }: JobRecord['progress'],
  elapsed: number,
  { limit, used, free, windowSeconds }: Budget,
): number {
  const window = windowSeconds * 1_000;
  const callsSoFar = used * (Math.floor(elapsed / window) + 1);
  const callsToGo = (total - processed) * (callsSoFar / processed);
  return limit === 0 ? 0 : (Math.max(0, callsToGo - free) / limit) * window;
}
