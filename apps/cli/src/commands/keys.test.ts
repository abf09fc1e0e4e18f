import type { ApiKeyRecord, ApiKeyStore } from '@leadbridge/usecases';
import { describe, expect, it } from '@jest/globals';

import { fakeService } from '../testing/fake-service.js';
import { issueKey, listKeys, revokeKey } from './keys.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');

const record: ApiKeyRecord = {
  keyId: 'key_1',
  name: 'Zoë’s import',
  role: 'admin',
  proposeOnly: false,
  hash: 'ab',
  retired: [],
  lastCharacters: 'wxyz',
  createdAt: now,
  rotatedAt: null,
  expiresAt: now + 60_000,
  revokedAt: null,
  lastUsedAt: null,
};

/** The keys of the service, which returns the requested pages. */
function context(records: readonly ApiKeyRecord[]) {
  const { results, notes, context: service } = fakeService({});
  const pages: number[] = [];
  const refuse = async (): Promise<never> => Promise.reject(new Error('not expected'));
  const keys: ApiKeyStore = {
    findByHash: refuse,
    find: async (keyId) => Promise.resolve(records.find((each) => each.keyId === keyId) ?? null),
    rotate: refuse,
    recordUse: refuse,
    setBootstrapKey: refuse,
    create: async () => Promise.resolve(),
    revoke: async (keyId) => Promise.resolve(records.some((each) => each.keyId === keyId)),
    list: async ({ page, limit }) => {
      pages.push(page);
      const items = records.slice((page - 1) * limit, page * limit);
      return Promise.resolve({ items, total: records.length, next: null });
    },
  };
  const actor = { id: 'terminal:jo', name: 'jo', kind: 'terminal' } as const;
  const origin = { actor, address: null, requestId: null };
  return {
    results,
    notes,
    pages,
    context: { terminal: service.terminal, keys, clock: { now: () => now }, origin },
  };
}

describe('leadbridge keys list', () => {
  it.each<[string, Partial<ApiKeyRecord>, string]>([
    ['an active key', {}, 'active\twxyz\t2026-01-31T09:01\t-'],
    ['a key one millisecond before it expires', { expiresAt: now + 1 }, 'active\twxyz\t2026-01-31T09:00\t-'],
    ['a key at the time when it expires', { expiresAt: now }, 'expired\twxyz\t2026-01-31T09:00\t-'],
    [
      'a revoked key that has expired',
      { expiresAt: now, revokedAt: now },
      'revoked\twxyz\t2026-01-31T09:00\t-',
    ],
    [
      'the bootstrap key',
      { expiresAt: null, lastCharacters: null, lastUsedAt: 0 },
      'active\t-\t-\t1970-01-01T00:00',
    ],
  ])('shows %s', async (_case, changes, expected) => {
    const { context: keys, results } = context([{ ...record, ...changes }]);
    expect(await listKeys(keys)).toBe(true);
    expect(results).toEqual([`key_1\tadmin\t${expected}\tZoë’s import`]);
  });

  it('shows which keys may only propose', async () => {
    const { context: keys, results } = context([{ ...record, proposeOnly: true }]);
    expect(await listKeys(keys)).toBe(true);
    expect(results[0]).toMatch(/^key_1\tadmin \(propose only\)\tactive\t/u);
  });

  it.each([
    [0, [1]],
    [499, [1]],
    [500, [1, 2]],
    [501, [1, 2]],
  ])('shows %d keys once each', async (count, expected) => {
    const records = Array.from({ length: count }, (_, index) => ({ ...record, keyId: `key_${index}` }));
    const { context: keys, results, pages } = context(records);
    await listKeys(keys);
    expect(new Set(results).size).toBe(count);
    expect(pages).toEqual(expected);
  });

  it('never shows a hash', async () => {
    const { context: keys, results } = context([{ ...record, hash: 'deadbeef' }]);
    await listKeys(keys);
    expect(results.join()).not.toContain('deadbeef');
  });
});

describe('leadbridge keys issue and revoke', () => {
  it('prints the new key alone to standard output', async () => {
    const { context: keys, results, notes } = context([]);
    expect(await issueKey(keys, { name: 'a', role: 'admin', expiresInDays: 1 })).toBe(true);
    expect(results).toEqual([expect.stringMatching(/^\S+$/u)]);
    expect(notes.join()).toContain('admin, works until 2026-02-01T09:00. It is not shown again:');
    expect(notes.join()).not.toContain(results[0]);
  });

  it('revokes a key, and rejects for one that does not exist', async () => {
    const { context: keys, notes } = context([record]);
    expect(await revokeKey(keys, 'key_1')).toBe(true);
    expect(notes).toEqual(['key_1 is revoked; running instances know within a second']);
    await expect(revokeKey(keys, 'key_2')).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});
