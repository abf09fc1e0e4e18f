import { describe, expect, it } from '@jest/globals';

import type { ApiKeyRecord } from '../../ports/api-keys.js';
import { generateApiKey, hashApiKey, keyStanding } from './api-key.js';

const day = 24 * 3_600_000;
const now = 1_700_000_000_000;

const record: ApiKeyRecord = {
  keyId: 'key_1',
  name: 'crm',
  role: 'viewer',
  proposeOnly: false,
  hash: hashApiKey('current'),
  retired: [{ hash: hashApiKey('before'), until: now + 1 }],
  lastCharacters: 'rent',
  createdAt: now - day,
  rotatedAt: now - day,
  expiresAt: now + 1,
  revokedAt: null,
  lastUsedAt: null,
};

const standing = (key: string, changes: Partial<ApiKeyRecord> = {}, at = now) =>
  keyStanding({ ...record, ...changes }, hashApiKey(key), at);

describe('a new key', () => {
  it('is long, random, and identified by its last characters', () => {
    const made = Array.from({ length: 100 }, generateApiKey);
    expect(new Set(made.map(({ key }) => key)).size).toBe(100);
    for (const { key, hash, lastCharacters } of made) {
      expect(key).toMatch(/^lbk_[\w-]{43}$/);
      expect(hash).toBe(hashApiKey(key));
      expect(key.endsWith(lastCharacters)).toBe(true);
    }
  });
});

describe('the standing of a key', () => {
  it('is valid to the last millisecond of its term', () => {
    expect(standing('current')).toEqual({ kind: 'valid' });
    expect(standing('current', {}, now + 1)).toMatchObject({ kind: 'grace', reason: 'expired' });
  });

  it('has a day of grace after that, and then ends', () => {
    expect(standing('current', {}, now + day)).toEqual({
      kind: 'grace',
      reason: 'expired',
      until: now + 1 + day,
    });
    expect(standing('current', {}, now + 1 + day)).toEqual({ kind: 'refused' });
  });

  it('does not end without a term', () => {
    expect(standing('current', { expiresAt: null }, now + 1000 * day)).toEqual({ kind: 'valid' });
  });

  it('ends on its own after a rotation, whatever happens to the new key', () => {
    expect(standing('before')).toEqual({ kind: 'grace', reason: 'rotated', until: now + 1 });
    expect(standing('before', {}, now + 1)).toEqual({ kind: 'refused' });
  });

  it('ends immediately when revoked, together with all its predecessors', () => {
    expect(standing('current', { revokedAt: now })).toEqual({ kind: 'refused' });
    expect(standing('before', { revokedAt: now })).toEqual({ kind: 'refused' });
  });

  it('is invalid for another key, whatever record was found for it', () => {
    expect(standing('another')).toEqual({ kind: 'refused' });
    expect(keyStanding(record, '', now)).toEqual({ kind: 'refused' });
  });
});
