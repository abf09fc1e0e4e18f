import type { Role } from '@leadbridge/contracts';

/** The grace period of the specification ("Authentication"). */
const graceMilliseconds = 7 * 24 * 3_600_000;

export function needsSecondFactor(role: Role): boolean {
  return role !== 'viewer';
}

/** When a second factor becomes required for a user who has had the role since `since` (Unix milliseconds). */
export function secondFactorDueAt(role: Role, since: number): number | null {
  return needsSecondFactor(role) ? since + graceMilliseconds : null;
}

/**
 * The same for a user who gets the role at `now`: the grace period begins with the first role that needs a second
 * factor, and continues when that role is exchanged for another such role.
 *
 * @param before when it was required in the role before; null if it was not
 */
export function dueAtInRole(role: Role, before: number | null, now: number): number | null {
  return needsSecondFactor(role) ? (before ?? secondFactorDueAt(role, now)) : null;
}
