import type { AuditOrigin } from '../../ports/audit.js';
import type { ApiKeyDependencies } from './issue-api-key.js';
import { noSuchKey } from './rotate-api-key.js';

/**
 * Ends a key immediately, including keys that rotations have replaced. Safe to repeat.
 *
 * @throws AppError 404 if there is no such key
 */
export async function revokeApiKey(
  { keys, clock }: ApiKeyDependencies,
  keyId: string,
  origin: AuditOrigin,
): Promise<void> {
  const revoked = await keys.revoke(keyId, clock.now(), {
    ...origin,
    action: 'api_key.revoked',
    target: { type: 'api_key', id: keyId },
  });
  if (!revoked && (await keys.find(keyId)) === null) {
    throw noSuchKey(keyId);
  }
}
