import { testServers } from '@leadbridge/devkit';
import type { AuditEntry } from '@leadbridge/usecases';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createApiKeyStore } from './api-key-store.js';

const key = (hash: string, now: number) => ({ keyId: 'key_bootstrap', hash, now });

const audit = (action: AuditEntry['action']): AuditEntry => ({
  actor: { id: 'configuration', name: 'BOOTSTRAP_API_KEY', kind: 'service' },
  action,
  target: { type: 'api_key', id: 'key_bootstrap' },
  address: null,
  requestId: null,
});

describe('the API key store', () => {
  let connection: Awaited<ReturnType<typeof connectMongo>>;
  let store: ReturnType<typeof createApiKeyStore>;

  beforeAll(async () => {
    connection = await connectMongo(testServers().mongodbUri);
    store = createApiKeyStore(connection);
    await ensureIndexes(connection);
  });

  afterAll(async () => {
    await connection.close();
  });

  it('finds no key that was never set', async () => {
    expect(await store.findByHash('nothing')).toBeNull();
  });

  it('sets the bootstrap key, however many processes start at once, and replaces it', async () => {
    await Promise.all(
      Array.from({ length: 10 }, () => store.setBootstrapKey(key('first', 1_000), audit('api_key.issued'))),
    );
    expect(await store.findByHash('first')).toMatchObject({
      keyId: 'key_bootstrap',
      name: 'bootstrap',
      role: 'admin',
      hash: 'first',
      createdAt: 1_000,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    });
    await store.setBootstrapKey(key('second', 2_000), audit('api_key.rotated'));
    expect(await store.findByHash('first')).toBeNull();
    expect(await store.findByHash('second')).toMatchObject({ keyId: 'key_bootstrap' });
    expect(await connection.collection('api_keys').countDocuments()).toBe(1);
    const audits = await connection.collection('audit_log').find().sort({ at: 1 }).toArray();
    expect(audits.map(({ action }) => action as unknown)).toEqual(['api_key.issued', 'api_key.rotated']);
  });

  it('does not accept the hash of another key', async () => {
    await connection
      .collection<{ _id: string }>('api_keys')
      .insertOne(Object.assign({ _id: 'key_other' }, { hash: 'taken', name: 'other', role: 'viewer' }));
    await expect(store.setBootstrapKey(key('taken', 3_000), audit('api_key.rotated'))).rejects.toThrow(
      'duplicate key',
    );
    expect(await store.findByHash('second')).toMatchObject({ keyId: 'key_bootstrap' });
  });
});
