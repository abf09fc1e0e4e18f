import type { AuditOrigin } from '@leadbridge/usecases';

import type { RouteRequest } from './route.js';

/** Who calls and from where, for the audit log. @throws Error on a route that needs no credentials */
export function auditOrigin({
  credential,
  address,
  requestId,
}: Pick<RouteRequest, 'credential' | 'address' | 'requestId'>): AuditOrigin {
  if (credential === null) {
    throw new Error('A change without a credential has nobody to be recorded for');
  }
  const { id, name, kind } = credential;
  return { actor: { id, name, kind }, address, requestId };
}
