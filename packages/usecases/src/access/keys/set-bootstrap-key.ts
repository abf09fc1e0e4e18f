import type { ApiKeyRecord } from '../../ports/api-keys.js';
import { auditSecret, type AuditEntry } from '../../ports/audit.js';
import { bootstrapKeyId, hashApiKey } from './api-key.js';
import type { ApiKeyDependencies } from './issue-api-key.js';

/** Who changes this key: nobody over the API, but whoever changes the settings of the service. */
const origin = {
  actor: { id: 'configuration', name: 'BOOTSTRAP_API_KEY', kind: 'service' },
  address: null,
  requestId: null,
} as const;

/**
 * Lets the key of the configuration in as an admin's; null, where it names none, ends the one of before. Each change is written down once.
 * Harmless when repeated, and when several processes start at once.
 */
export async function setBootstrapKey(
  { keys, clock }: ApiKeyDependencies,
  key: string | null,
): Promise<void> {
  const hash = key === null ? null : hashApiKey(key);
  const current = await keys.find(bootstrapKeyId);
  const named = { keyId: bootstrapKeyId, hash, now: clock.now() };
  const target = { type: 'api_key', id: bootstrapKeyId } as const;
  await keys.setBootstrapKey(named, { ...origin, target, ...changeOf(current, hash) });
}

function changeOf(current: ApiKeyRecord | null, hash: string | null): Pick<AuditEntry, 'action' | 'changes'> {
  if (hash === null) {
    return { action: 'api_key.revoked' };
  }
  return current === null || current.hash === hash
    ? { action: 'api_key.issued', changes: { role: { from: null, to: 'admin' } } }
    : { action: 'api_key.rotated', changes: { key: auditSecret } };
}
