import type { UserRecord } from '@leadbridge/usecases';

const day = 24 * 3_600_000;

/** How long a person may go on without a second factor, as in "there … left": `are 3 days`; null where nothing is asked of them. */
export function secondFactorTime(
  { secondFactor, secondFactorDueAt }: Pick<UserRecord, 'secondFactor' | 'secondFactorDueAt'>,
  now: number,
): string | null {
  if (secondFactor !== null || secondFactorDueAt === null) {
    return null;
  }
  const left = secondFactorDueAt - now;
  if (left < day) {
    return 'is less than a day';
  }
  const days = Math.round(left / day);
  return days === 1 ? 'is 1 day' : `are ${days} days`;
}
