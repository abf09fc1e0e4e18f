import type { ApiKeyRecord } from '../../ports/api-keys.js';
import { auditSecret, type AuditEntry } from '../../ports/audit.js';
import { bootstrapKeyId, hashApiKey } from './api-key.js';
import type { ApiKeyDependencies } from './manage-api-keys.js';

/** No one changes this key over the API, but the person who changes the service's configuration. */
const origin = {
  actor: { id: 'configuration', name: 'BOOTSTRAP_API_KEY', kind: 'service' },
  address: null,
  requestId: null,
} as const;

/** Null ends the previous one. Each change is logged once. Safe to repeat, and in several processes. */
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
