import { roleHasPermission, type RouteContract } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { Credential } from '../authentication/index.js';
import type { Route, RouteRequest } from '../route.js';

/** Whether `authorize` accepts this credential. */
export function mayCall(
  { role, kind, restricted }: Credential,
  permission: RouteContract['permission'],
): boolean {
  if (permission === 'none' || permission === 'session') {
    return permission === 'none' || kind === 'person';
  }
  return roleHasPermission(role, permission) && restricted !== true;
}

/**
 * The credential with which a route may run, or null for a route that needs none.
 *
 * @throws AppError AUTHENTICATION_ERROR, AUTHORIZATION_ERROR
 */
export function authorize(
  permission: RouteContract['permission'],
  identity: Credential | AppError | null,
): Credential | null {
  if (permission === 'none') {
    return null;
  }
  if (identity === null || identity instanceof AppError) {
    throw identity ?? new AppError('AUTHENTICATION_ERROR', 'Credentials are required');
  }
  if (permission === 'session') {
    checkPerson(identity);
    return identity;
  }
  if (!roleHasPermission(identity.role, permission)) {
    throw new AppError('AUTHORIZATION_ERROR', `The permission ${permission} is required`, {
      details: { permission, role: identity.role },
    });
  }
  if (identity.restricted === true) {
    throw secondFactorNeeded();
  }
  return identity;
}

/**
 * Refuses a key that may only propose, unless the request writes nothing.
 *
 * @param request null before it is read: then only what its query and body cannot change is refused
 * @throws AppError AUTHORIZATION_ERROR
 */
export function checkProposal(
  credential: Credential | null,
  { method, writesNothing }: Pick<Route, 'method' | 'writesNothing'>,
  request: Pick<RouteRequest, 'query' | 'body'> | null,
): void {
  if (credential?.proposeOnly !== true || method === 'get') {
    return;
  }
  if (writesNothing === undefined || (request !== null && !writesNothing(request))) {
    throw new AppError('AUTHORIZATION_ERROR', 'This API key may only read and make dry runs', {
      details: { propose_only: true },
    });
  }
}

/** For a person whose role requires a second factor, who has none, and whose time to set it up is over. */
export function secondFactorNeeded(): AppError {
  return new AppError('AUTHORIZATION_ERROR', 'A second factor must be set up first', {
    details: { mfa_required: true, enroll: '/api/v1/auth/mfa/enroll' },
  });
}

/** Keys and tokens of machines have no password and no second factor. */
function checkPerson({ kind }: Credential): void {
  if (kind !== 'person') {
    throw new AppError('AUTHORIZATION_ERROR', 'This requires a signed-in user', {
      details: { credential: kind },
    });
  }
}
