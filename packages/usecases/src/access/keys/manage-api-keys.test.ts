import { describe, expect, it } from '@jest/globals';

import { adminOrigin } from '../testing/origin.js';
import { hashApiKey, bootstrapKeyId } from './api-key.js';
import { issueApiKey, rotateApiKey, revokeApiKey } from './manage-api-keys.js';
import { createMemoryKeys } from './testing/memory-keys.js';

const hour = 3_600_000;
const day = 24 * hour;

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

async function issued(expiresInDays = 30) {
  const world = createMemoryKeys();
  const request = { name: 'crm', role: 'operator' as const, expiresInDays };
  const { key, record } = await issueApiKey(world.deps, request, adminOrigin);
  return { ...world, key, keyId: record.keyId };
}

describe('rotating a key', () => {
  it('replaces the key and renews its term', async () => {
    const world = await issued();
    world.clock.pass(10 * day);
    const { key, record } = await rotateApiKey(world.deps, { keyId: world.keyId }, adminOrigin);
    expect(key).not.toBe(world.key);
    expect(world.standing(world.keyId, key)).toBe('valid');
    expect(record).toMatchObject({ rotatedAt: world.clock.now(), expiresAt: world.clock.now() + 90 * day });
  });

  it.each([
    ['as requested', { expiresInDays: 5 }, 5],
    ['of 90 days if none is requested', {}, 90],
  ])('records the new term in the audit log, %s', async (_, term, days) => {
    const world = await issued(1);
    await rotateApiKey(world.deps, { keyId: world.keyId, ...term }, adminOrigin);
    expect(world.audited.at(-1)).toMatchObject({ changes: { expires_in_days: { from: null, to: days } } });
  });

  it('keeps both keys out of the audit log', async () => {
    const world = await issued();
    const { key } = await rotateApiKey(world.deps, { keyId: world.keyId }, adminOrigin);
    const entries = JSON.stringify(world.audited);
    expect(entries).toContain('api_key.rotated');
    expect(entries).not.toContain(key);
    expect(entries).not.toContain(world.key);
  });

  it.each([
    ['works until the last millisecond of the day of grace', day - 1, 'grace'],
    ['is refused after it', day, 'refused'],
  ])('leaves a replaced key that %s', async (_, later, standing) => {
    const world = await issued();
    await rotateApiKey(world.deps, { keyId: world.keyId }, adminOrigin);
    world.clock.pass(later);
    expect(world.standing(world.keyId, world.key)).toBe(standing);
  });

  it.each([
    ['for the rest of its own grace', 6 * hour, 18 * hour],
    ['not at all when its own grace is over', day, 0],
  ])('lets an expired key work %s', async (_, expiredFor, left) => {
    const world = await issued(1);
    world.clock.pass(day + expiredFor);
    const { record } = await rotateApiKey(world.deps, { keyId: world.keyId }, adminOrigin);
    expect(record.retired.map(({ until }) => until - world.clock.now())).toEqual(left === 0 ? [] : [left]);
    expect(world.standing(world.keyId, world.key)).toBe(left === 0 ? 'refused' : 'grace');
  });

  it('keeps the keys of several rotations, each for its own grace', async () => {
    const world = await issued();
    const second = await rotateApiKey(world.deps, { keyId: world.keyId }, adminOrigin);
    world.clock.pass(23 * hour);
    await rotateApiKey(world.deps, { keyId: world.keyId }, adminOrigin);
    expect([world.key, second.key].map((key) => world.standing(world.keyId, key))).toEqual([
      'grace',
      'grace',
    ]);
    world.clock.pass(hour);
    const { record } = await rotateApiKey(world.deps, { keyId: world.keyId }, adminOrigin);
    expect([world.key, second.key].map((key) => world.standing(world.keyId, key))).toEqual([
      'refused',
      'grace',
    ]);
    expect(record.retired).toHaveLength(2);
  });

  it('keeps the latest twenty replaced keys', async () => {
    const world = await issued();
    const keys = [world.key];
    for (let rotation = 0; rotation < 21; rotation += 1) {
      keys.push((await rotateApiKey(world.deps, { keyId: world.keyId }, adminOrigin)).key);
    }
    const standings = keys.map((key) => world.standing(world.keyId, key));
    expect(standings).toEqual(['refused', ...Array.from({ length: 20 }, () => 'grace'), 'valid']);
  });

  it('lets only one of two concurrent rotations take effect', async () => {
    const world = await issued();
    const results = await Promise.allSettled(
      [1, 2].map(async () => rotateApiKey(world.deps, { keyId: world.keyId }, adminOrigin)),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(results[1]).toMatchObject({ reason: { status: 409 } });
    expect(world.records.get(world.keyId)?.retired).toHaveLength(1);
  });

  it('refuses an unknown key', async () => {
    const world = await issued();
    await expect(rotateApiKey(world.deps, { keyId: 'key_other' }, adminOrigin)).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      details: { key_id: 'key_other' },
    });
  });

  it.each([
    ['a revoked key', { revokedAt: 1 }, 'The API key is revoked'],
    [
      'the key of the configuration',
      { keyId: bootstrapKeyId },
      'The bootstrap key is rotated by changing BOOTSTRAP_API_KEY',
    ],
  ])('refuses %s', async (_, changes, message) => {
    const world = await issued();
    const record = world.records.get(world.keyId);
    if (record === undefined) {
      throw new Error('The key was not issued');
    }
    const changed = { ...record, ...changes };
    world.records.set(changed.keyId, changed);
    await expect(rotateApiKey(world.deps, { keyId: changed.keyId }, adminOrigin)).rejects.toMatchObject({
      ...{ status: 409, message },
      details: { reason: 'API_KEY_NOT_ROTATABLE' },
    });
    expect(world.records.get(changed.keyId)).toEqual(changed);
  });
});

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
