import type { Role } from '@leadbridge/contracts';

/** The grace period of the specification ("Authentication"). */
const graceMilliseconds = 7 * 24 * 3_600_000;

/** The roles that must have a second factor. */
export function needsSecondFactor(role: Role): boolean {
  return role !== 'viewer';
}

/** When a second factor becomes required for a user who has had the role since `since` (Unix milliseconds). */
export function secondFactorDueAt(role: Role, since: number): number | null {
  return needsSecondFactor(role) ? since + graceMilliseconds : null;
}
