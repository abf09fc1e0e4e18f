import { roleHasPermission } from '@leadbridge/contracts';
import type { RouteContract } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { Credential } from '../authentication/index.js';

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
  if (!roleHasPermission(identity.role, permission)) {
    throw new AppError('AUTHORIZATION_ERROR', `The permission ${permission} is required`, {
      details: { permission, role: identity.role },
    });
  }
  return identity;
}
