import type { Role } from '@leadbridge/contracts';
import { newId } from '@leadbridge/platform';

import type { OidcIdentity, UserRecord } from '../../ports/people.js';
import { secondFactorDueAt } from '../second-factor/second-factor-due.js';

/** A person who has not signed in yet. */
export function newUser(
  facts: {
    readonly email: string;
    readonly name: string;
    readonly role: Role;
    readonly oidc: OidcIdentity | null;
  },
  now: number,
): UserRecord {
  return {
    userId: newId('usr', now),
    ...facts,
    disabled: false,
    secondFactor: null,
    secondFactorDueAt: secondFactorDueAt(facts.role, now),
    createdAt: now,
    updatedAt: now,
    lastSignInAt: null,
    sessionsEnded: 0,
  };
}
