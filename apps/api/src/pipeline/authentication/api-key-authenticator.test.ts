import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import { hashApiKey, type ApiKeyRecord, type ApiKeyStore } from '@leadbridge/usecases';

import { createApiKeyAuthenticator } from './api-key-authenticator.js';

const record: ApiKeyRecord = {
  keyId: 'key_1',
  name: 'crm',
  role: 'operator',
  proposeOnly: false,
  hash: hashApiKey('the-key'),
  retired: [],
  lastCharacters: null,
  createdAt: 0,
  rotatedAt: null,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};

function setUp(find: () => Promise<ApiKeyRecord | null>) {
  let now = 1_000;
  let lookUps = 0;
  const uses: number[] = [];
  const keys: Pick<ApiKeyStore, 'findByHash' | 'recordUse'> = {
    findByHash: async () => {
      lookUps += 1;
      return find();
    },
    recordUse: async (_keyId, at) => {
      uses.push(at);
    },
  };
  const authenticator = createApiKeyAuthenticator({
    keys,
    clock: { now: () => now },
    logger: silentLogger,
  });
  return {
    authenticator,
    uses,
    lookUps: () => lookUps,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('the API key authenticator', () => {
  it('queries the store once for concurrent requests, and again within a second', async () => {
    const { authenticator, lookUps, pass } = setUp(async () => record);
    await Promise.all(Array.from({ length: 50 }, () => authenticator.authenticate('the-key')));
    expect(lookUps()).toBe(1);
    pass(999);
    expect(await authenticator.authenticate('the-key')).toMatchObject({ id: 'key_1', role: 'operator' });
    expect(lookUps()).toBe(2);
  });

  it('caches that a key is unknown', async () => {
    const { authenticator, lookUps } = setUp(async () => null);
    expect(await authenticator.authenticate('nobody')).toBeNull();
    expect(await authenticator.authenticate('nobody')).toBeNull();
    expect(lookUps()).toBe(1);
  });

  it('does not cache that the store was unavailable', async () => {
    let away = true;
    const { authenticator } = setUp(async () => {
      if (away) {
        throw new Error('no server');
      }
      return record;
    });
    await expect(authenticator.authenticate('the-key')).rejects.toThrow('no server');
    away = false;
    expect(await authenticator.authenticate('the-key')).not.toBeNull();
  });

  it('rejects a record with another hash', async () => {
    const { authenticator } = setUp(async () => record);
    expect(await authenticator.authenticate('another-key')).toBeNull();
  });

  it('forgets at once what this process has changed', async () => {
    let current: ApiKeyRecord | null = record;
    const { authenticator } = setUp(async () => current);
    expect(await authenticator.authenticate('the-key')).not.toBeNull();
    current = null;
    authenticator.forget();
    expect(await authenticator.authenticate('the-key')).toBeNull();
  });

  it('records the last use once a minute', async () => {
    const { authenticator, uses, pass } = setUp(async () => record);
    await authenticator.authenticate('the-key');
    pass(59_000);
    await authenticator.authenticate('the-key');
    expect(uses).toEqual([1_000]);
    pass(1_000);
    await authenticator.authenticate('the-key');
    expect(uses).toEqual([1_000, 61_000]);
  });
});
