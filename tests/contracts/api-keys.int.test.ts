import { describe, expect, it } from '@jest/globals';
import { newId } from '@leadbridge/platform';
import { createApiKeyStore } from '@leadbridge/store';
import type { AuditEntry, NewApiKey } from '@leadbridge/usecases';

import { createMemoryKeys } from '../../packages/usecases/src/access/keys/testing/memory-keys.js';
import { twins } from '../support/twins.js';

const createdAt = Date.parse('2026-01-31T09:00:00.000Z');

function newKey(): NewApiKey {
  const keyId = newId('key');
  return {
    ...{ keyId, name: 'crm', role: 'operator', hash: `hash of ${keyId}`, lastCharacters: 'abcd' },
    ...{ createdAt, expiresAt: createdAt + 1_000_000, proposeOnly: true },
  };
}

function audit(keyId: string): AuditEntry {
  return {
    actor: { id: 'usr_1', name: 'Admin', kind: 'person' },
    address: null,
    requestId: null,
    action: 'api_key.issued',
    target: { type: 'api_key', id: keyId },
  };
}

describe.each(twins(() => createMemoryKeys().deps.keys, createApiKeyStore))(
  'the contract of API keys, $name',
  ({ open }) => {
    const rotation = (replaced: string) => ({
      ...{ replaced, hash: `${replaced}, rotated`, lastCharacters: 'efgh', rotatedAt: createdAt + 1 },
      ...{ expiresAt: createdAt + 2_000_000, retired: [{ hash: replaced, until: createdAt + 10 }] },
    });

    it('finds a new key by its id and its hash, unused', async () => {
      const [keys, key] = [open(), newKey()];
      await keys.create(key, audit(key.keyId));
      const stored = { ...key, retired: [], rotatedAt: null, revokedAt: null, lastUsedAt: null };
      expect(await keys.find(key.keyId)).toEqual(stored);
      expect(await keys.findByHash(key.hash)).toEqual(stored);
      expect(await keys.find('key_missing')).toBeNull();
      expect(await keys.findByHash('no such hash')).toBeNull();
    });

    it('rotates a key once for each hash that is replaced', async () => {
      const [keys, key] = [open(), newKey()];
      await keys.create(key, audit(key.keyId));
      const change = rotation(key.hash);
      const { replaced: _replaced, ...changed } = change;
      expect(await keys.rotate(key.keyId, change, audit(key.keyId))).toMatchObject(changed);
      expect(await keys.rotate(key.keyId, change, audit(key.keyId))).toBeNull();
      expect(await keys.findByHash(change.hash)).toMatchObject({ keyId: key.keyId });
    });

    it('revokes a key once, and rotates it no more', async () => {
      const [keys, key] = [open(), newKey()];
      await keys.create(key, audit(key.keyId));
      expect(await keys.revoke(key.keyId, createdAt + 5, audit(key.keyId))).toBe(true);
      expect(await keys.revoke(key.keyId, createdAt + 6, audit(key.keyId))).toBe(false);
      expect(await keys.revoke('key_missing', createdAt, audit('key_missing'))).toBe(false);
      expect(await keys.find(key.keyId)).toMatchObject({ revokedAt: createdAt + 5 });
      expect(await keys.rotate(key.keyId, rotation(key.hash), audit(key.keyId))).toBeNull();
    });
  },
);
