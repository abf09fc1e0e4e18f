import { describe, expect, it } from '@jest/globals';

import type { ApiKeyRecord } from '../../ports/api-keys.js';
import { auditSecret } from '../../ports/audit.js';
import { bootstrapKeyId, hashApiKey } from './api-key.js';
import { setBootstrapKey } from './set-bootstrap-key.js';
import { createMemoryKeys } from './testing/memory-keys.js';

const bootstrap = (key: string): ApiKeyRecord => ({
  ...{ keyId: bootstrapKeyId, name: 'bootstrap', role: 'admin', hash: hashApiKey(key), retired: [] },
  ...{
    proposeOnly: false,
    lastCharacters: null,
    createdAt: 1,
    rotatedAt: null,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  },
});

const issued = { action: 'api_key.issued', changes: { role: { from: null, to: 'admin' } } };

describe('the key of the configuration', () => {
  it.each([
    ['the first key', null, 'now', issued],
    ['the same key again', 'now', 'now', issued],
    ['another key', 'before', 'now', { action: 'api_key.rotated', changes: { key: auditSecret } }],
    ['no key any more', 'before', null, { action: 'api_key.revoked' }],
  ])('is stored and audited as %s', async (_, before, key, entry) => {
    const world = createMemoryKeys();
    if (before !== null) {
      world.records.set(bootstrapKeyId, bootstrap(before));
    }
    await setBootstrapKey(world.deps, key);
    expect(world.configured).toEqual([
      {
        key: { keyId: bootstrapKeyId, hash: key === null ? null : hashApiKey(key), now: world.clock.now() },
        audit: {
          actor: { id: 'configuration', name: 'BOOTSTRAP_API_KEY', kind: 'service' },
          ...{ address: null, requestId: null, target: { type: 'api_key', id: bootstrapKeyId } },
          ...entry,
        },
      },
    ]);
  });
});
