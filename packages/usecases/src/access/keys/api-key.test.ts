import { describe, expect, it } from '@jest/globals';

import type { ApiKeyRecord } from '../../ports/api-keys.js';
import { generateApiKey, hashApiKey, keyStanding } from './api-key.js';

const day = 24 * 3_600_000;
const now = 1_700_000_000_000;

const record: ApiKeyRecord = {
  keyId: 'key_1',
  name: 'crm',
  role: 'viewer',
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
  it('is long, random, and recognised by its end', () => {
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
  it('is good to the last millisecond of its term', () => {
    expect(standing('current')).toEqual({ kind: 'valid' });
    expect(standing('current', {}, now + 1)).toMatchObject({ kind: 'grace', reason: 'expired' });
  });

  it('has a day of grace after it, and ends with it', () => {
    expect(standing('current', {}, now + day)).toEqual({
      kind: 'grace',
      reason: 'expired',
      until: now + 1 + day,
    });
    expect(standing('current', {}, now + 1 + day)).toEqual({ kind: 'refused' });
  });

  it('without a term has no end', () => {
    expect(standing('current', { expiresAt: null }, now + 1000 * day)).toEqual({ kind: 'valid' });
  });

  it('of one that was rotated ends by itself, whatever the new one does', () => {
    expect(standing('before')).toEqual({ kind: 'grace', reason: 'rotated', until: now + 1 });
    expect(standing('before', {}, now + 1)).toEqual({ kind: 'refused' });
  });

  it('of a revoked one is none, for all its predecessors too', () => {
    expect(standing('current', { revokedAt: now })).toEqual({ kind: 'refused' });
    expect(standing('before', { revokedAt: now })).toEqual({ kind: 'refused' });
  });

  it('of another key is none, whatever record was found for it', () => {
    expect(standing('another')).toEqual({ kind: 'refused' });
    expect(keyStanding(record, '', now)).toEqual({ kind: 'refused' });
  });
});
