import { describe, expect, it } from '@jest/globals';
import type { ApiKeyRecord } from '@leadbridge/usecases';

import { presentApiKey } from './api-key-view.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');
const day = 86_400_000;
const record: ApiKeyRecord = {
  keyId: 'key_1',
  name: 'CRM',
  role: 'operator',
  proposeOnly: false,
  hash: 'a'.repeat(64),
  retired: [],
  lastCharacters: 'LYaE',
  createdAt: now - day,
  rotatedAt: null,
  expiresAt: now + day,
  revokedAt: null,
  lastUsedAt: null,
};

describe('an API key', () => {
  it('never shows its hash', () => {
    expect(JSON.stringify(presentApiKey(record, now))).not.toContain('aaaa');
  });

  it.each<[string, Partial<ApiKeyRecord>, string]>([
    ['works', {}, 'active'],
    ['has just expired', { expiresAt: now }, 'grace'],
    ['expired long ago', { expiresAt: now - 30 * day }, 'expired'],
    ['is revoked', { revokedAt: now }, 'revoked'],
    ['is revoked, and has expired', { revokedAt: now, expiresAt: now - 30 * day }, 'revoked'],
    ['never expires', { expiresAt: null }, 'active'],
  ])('that %s', (_what, changes, status) => {
    expect(presentApiKey({ ...record, ...changes }, now).status).toBe(status);
  });

  it('shows until when its last previous key works, ignoring those that have stopped', () => {
    const retired = [
      { hash: 'b', until: now + 1_000 },
      { hash: 'c', until: now + 5_000 },
      { hash: 'd', until: now },
    ];
    expect(presentApiKey({ ...record, retired }, now).previous_key_works_until).toBe(
      '2026-01-31T09:00:05.000Z',
    );
    expect(presentApiKey({ ...record, retired: retired.slice(2) }, now).previous_key_works_until).toBeNull();
  });
});
