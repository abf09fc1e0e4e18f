import type { Clock, SecretBox } from '@leadbridge/platform';

import type { AuditOrigin, AuditPort } from '../ports/audit.js';
import type { InvitationStore } from '../ports/invitations.js';
import type {
  CodeMessengers,
  CredentialStore,
  SessionStore,
  SignInAttempts,
  UserRecord,
  UserStore,
} from '../ports/people.js';
import type { PasswordHasher } from './passwords/password-hash.js';

export interface AccessDependencies {
  readonly clock: Clock;
  readonly users: UserStore;
  readonly credentials: CredentialStore;
  readonly sessions: SessionStore;
  readonly attempts: SignInAttempts;
  readonly invitations: InvitationStore;
  readonly passwords: PasswordHasher;
  /** For the secrets of second factors. */
  readonly secrets: SecretBox;
  readonly messengers: CodeMessengers;
  readonly audit: AuditPort;
  /** Where passwords are switched off, the email of the only person who may use one; null where everybody may. */
  readonly onlyPassword: string | null;
}

/** The origin of an action whose actor is not known until it is authenticated. */
export type Place = Pick<AuditOrigin, 'address' | 'requestId'>;

export function actingAs(user: Pick<UserRecord, 'userId' | 'name'>, place: Place): AuditOrigin {
  return {
    address: place.address,
    requestId: place.requestId,
    actor: { id: user.userId, name: user.name, kind: 'person' },
  };
}
