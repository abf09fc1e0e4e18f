import type { ApiKeyRecord, ApiKeyStore, BootstrapKey } from '../../../ports/api-keys.js';
import type { AuditEntry } from '../../../ports/audit.js';
import { createManualClock } from '../../../testing/manual-clock.js';
import { keyStanding, hashApiKey, type KeyStanding } from '../api-key.js';

const unused = { retired: [], rotatedAt: null, revokedAt: null, lastUsedAt: null };

/** API keys in memory, with the store's rules for concurrent writers. */
export function createMemoryKeys() {
  const clock = createManualClock();
  const records = new Map<string, ApiKeyRecord>();
  const audited: AuditEntry[] = [];
  const configured: { readonly key: BootstrapKey; readonly audit: AuditEntry }[] = [];
  const keys: ApiKeyStore = {
    findByHash: async (hash) => [...records.values()].find((record) => record.hash === hash) ?? null,
    list: async () => ({ items: [...records.values()], total: records.size, next: null }),
    recordUse: async () => undefined,
    find: async (keyId) => records.get(keyId) ?? null,
    async create(key, audit) {
      records.set(key.keyId, { ...key, ...unused });
      audited.push(audit);
    },
    async rotate(keyId, { replaced, ...changes }, audit) {
      const record = records.get(keyId);
      if (record?.hash !== replaced || record.revokedAt !== null) {
        return null;
      }
      const rotated = { ...record, ...changes };
      records.set(keyId, rotated);
      audited.push(audit);
      return rotated;
    },
    async revoke(keyId, now, audit) {
      const record = records.get(keyId);
      if (record === undefined || record.revokedAt !== null) {
        return false;
      }
      records.set(keyId, { ...record, revokedAt: now });
      audited.push(audit);
      return true;
    },
    async setBootstrapKey(key, audit) {
      configured.push({ key, audit });
    },
  };
  return {
    ...{ clock, records, audited, configured, deps: { keys, clock } },
    standing(keyId: string, key: string): KeyStanding['kind'] | 'absent' {
      const record = records.get(keyId);
      return record === undefined ? 'absent' : keyStanding(record, hashApiKey(key), clock.now()).kind;
    },
  };
}
