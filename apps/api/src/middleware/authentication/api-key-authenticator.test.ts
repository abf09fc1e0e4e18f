import type { ApiKeyRecord } from '@leadbridge/store';
import { describe, expect, it } from '@jest/globals';

import { createApiKeyAuthenticator, hashApiKey } from './api-key-authenticator.js';

const record: ApiKeyRecord = {
  keyId: 'key_1',
  name: 'crm',
  role: 'operator',
  hash: hashApiKey('the-key'),
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};

function setUp(answers: () => Promise<ApiKeyRecord | null>) {
  let now = 1_000;
  let lookUps = 0;
  const authenticator = createApiKeyAuthenticator(
    {
      findByHash: async () => {
        lookUps += 1;
        return answers();
      },
      setBootstrapKey: async () => undefined,
    },
    { now: () => now },
  );
  return {
    authenticator,
    lookUps: () => lookUps,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('the API key authenticator', () => {
  it('asks the store once for all requests of a moment, and again within a second', async () => {
    const { authenticator, lookUps, pass } = setUp(async () => record);
    await Promise.all(Array.from({ length: 50 }, () => authenticator.authenticate('the-key')));
    expect(lookUps()).toBe(1);
    pass(999);
    expect(await authenticator.authenticate('the-key')).toMatchObject({ id: 'key_1', role: 'operator' });
    expect(lookUps()).toBe(2);
  });

  it('remembers that a key is unknown', async () => {
    const { authenticator, lookUps } = setUp(async () => null);
    expect(await authenticator.authenticate('nobody')).toBeNull();
    expect(await authenticator.authenticate('nobody')).toBeNull();
    expect(lookUps()).toBe(1);
  });

  it('does not remember that the store was away', async () => {
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

  it('does not take a record whose hash is another', async () => {
    const { authenticator } = setUp(async () => record);
    expect(await authenticator.authenticate('another-key')).toBeNull();
  });
});
