import { describe, expect, it } from '@jest/globals';

import { adminOrigin } from '../testing/origin.js';
import { issueApiKey } from './issue-api-key.js';
import { revokeApiKey } from './revoke-api-key.js';
import { rotateApiKey } from './rotate-api-key.js';
import { createMemoryKeys } from './testing/memory-keys.js';

describe('revoking a key', () => {
  it('ends the key and those it has replaced, without grace', async () => {
    const world = createMemoryKeys();
    const first = await issueApiKey(world.deps, { name: 'crm', role: 'viewer' }, adminOrigin);
    const { keyId } = first.record;
    const second = await rotateApiKey(world.deps, { keyId }, adminOrigin);
    await revokeApiKey(world.deps, keyId, adminOrigin);
    expect([first.key, second.key].map((key) => world.standing(keyId, key))).toEqual(['refused', 'refused']);
  });

  it('is recorded once, however often it is repeated', async () => {
    const world = createMemoryKeys();
    const { record } = await issueApiKey(world.deps, { name: 'crm', role: 'viewer' }, adminOrigin);
    const revokedAt = world.clock.now();
    await revokeApiKey(world.deps, record.keyId, adminOrigin);
    world.clock.pass(1000);
    await revokeApiKey(world.deps, record.keyId, adminOrigin);
    expect(world.records.get(record.keyId)?.revokedAt).toBe(revokedAt);
    expect(world.audited.filter(({ action }) => action === 'api_key.revoked')).toHaveLength(1);
  });

  it('refuses an unknown key', async () => {
    await expect(revokeApiKey(createMemoryKeys().deps, 'key_1', adminOrigin)).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      details: { key_id: 'key_1' },
    });
  });
});
