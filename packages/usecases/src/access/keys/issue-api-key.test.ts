import { describe, expect, it } from '@jest/globals';

import { adminOrigin } from '../testing/origin.js';
import { hashApiKey } from './api-key.js';
import { issueApiKey } from './issue-api-key.js';
import { createMemoryKeys } from './testing/memory-keys.js';

const day = 24 * 3_600_000;

describe('issuing a key', () => {
  it('returns a working key, of which only the hash and the last characters are stored', async () => {
    const world = createMemoryKeys();
    const { key, record } = await issueApiKey(world.deps, { name: 'crm', role: 'viewer' }, adminOrigin);
    expect(world.standing(record.keyId, key)).toBe('valid');
    expect(world.records.get(record.keyId)).toEqual(record);
    expect(record).toMatchObject({ hash: hashApiKey(key), lastCharacters: key.slice(-4) });
    expect(JSON.stringify([...world.records.values(), world.audited])).not.toContain(key);
  });

  it.each([
    ['the given number of days', 1, 1],
    ['90 days by default', undefined, 90],
  ])('lets the key work for %s', async (_, expiresInDays, days) => {
    const world = createMemoryKeys();
    const request = { name: 'crm', role: 'admin' as const };
    const { record } = await issueApiKey(
      world.deps,
      expiresInDays === undefined ? request : { ...request, expiresInDays },
      adminOrigin,
    );
    expect(record.expiresAt).toBe(world.clock.now() + days * day);
    expect(world.audited).toEqual([
      {
        ...adminOrigin,
        action: 'api_key.issued',
        target: { type: 'api_key', id: record.keyId },
        changes: { role: { from: null, to: 'admin' }, expires_in_days: { from: null, to: days } },
      },
    ]);
  });
});
