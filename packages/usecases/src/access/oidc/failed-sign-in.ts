import type { OidcRefusal } from '@leadbridge/contracts';

import type { AuditEntry } from '../../ports/audit.js';
import type { UserRecord } from '../../ports/people.js';
import type { Place } from '../access-dependencies.js';

/** The audit log's entry of a refused sign-in with OpenID Connect. @param user null if nobody was identified */
export function failedSignIn(reason: OidcRefusal, user: UserRecord | null, place: Place): AuditEntry {
  return {
    address: place.address,
    requestId: place.requestId,
    actor: { id: 'sign-in', name: 'Sign-in', kind: 'service' },
    action: 'auth.login_failed',
    target: { type: 'user', id: user?.userId ?? 'unknown' },
    method: 'oidc',
    reason,
  };
}
