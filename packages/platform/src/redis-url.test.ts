import { describe, expect, it } from '@jest/globals';

import { certificates, readRedisUrl, redisRules, redisUrl } from './redis-url.js';

function refusalOf(read: (value: string) => unknown, value: string): string {
  try {
    read(value);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error(`${value} was accepted`);
}

describe('redisUrl', () => {
  it.each([
    'redis://cache.example.com',
    'redis://cache.example.com:6380/',
    'rediss://:p%40ss%2Fword@cache.example.com:6380/4',
    'redis://user:p%25@[2001:db8::7]:6379/0?family=6',
  ])('accepts %s as one server', (value) => {
    expect(redisUrl(value)).toBe(value);
    expect(readRedisUrl(value).kind).toBe('server');
  });

  it('accepts the Sentinels of a master, with the login of the master', () => {
    expect(
      readRedisUrl(
        'rediss+sentinel://user:p%40ss@one.example.com:26380,two.example.com,[2001:db8::7]/leads/3',
      ),
    ).toEqual({
      kind: 'sentinel',
      isTls: true,
      username: 'user',
      password: 'p@ss',
      sentinels: [
        { host: 'one.example.com', port: 26_380 },
        { host: 'two.example.com', port: 26_379 },
        { host: '2001:db8::7', port: 26_379 },
      ],
      masterName: 'leads',
      database: 3,
    });
  });

  it('accepts some nodes of a cluster', () => {
    expect(readRedisUrl('redis+cluster://:secret@10.0.0.1:7000,10.0.0.2')).toEqual({
      kind: 'cluster',
      isTls: false,
      password: 'secret',
      nodes: [
        { host: '10.0.0.1', port: 7_000 },
        { host: '10.0.0.2', port: 6_379 },
      ],
    });
  });

  it.each([
    'redis:cache.example.com',
    'redis://',
    'redis:///0',
    'http://cache.example.com',
    'redis://one.example.com:6379,two.example.com:6379',
    'redis://cache.example.com/secret',
    'redis://cache.example.com:99999',
    'redis://:123/secret@cache.example.com',
    'redis://user:123/secret@cache.example.com',
    'redis://user:secret%zz@cache.example.com',
    'redis+sentinel://one.example.com:26379',
    'redis+sentinel://one.example.com,/leads',
    'redis+sentinel://one.example.com/leads/secret',
    'redis+cluster://one.example.com/3',
    'redis+other://one.example.com',
  ])('rejects %s, without quoting it', (value) => {
    expect(refusalOf(redisUrl, value)).toMatch(/^a URL such as redis:\/\/\[user:password@\]host/);
    expect(refusalOf(redisUrl, value)).not.toMatch(/secret|example/);
  });
});

describe('contradictory Redis settings', () => {
  const problemsOf = (settings: Parameters<(typeof redisRules)[number]>[0]): unknown[] =>
    redisRules.map((rule) => rule(settings)).filter((problem) => problem !== null);

  it.each([
    [{ redisUrl: 'redis://:a@cache.example.com', redisPassword: 'b' }, 'REDIS_URL and REDIS_PASSWORD'],
    [{ redisUrl: 'redis://cache.example.com', redisCa: 'pem' }, 'REDIS_CA'],
    [{ redisUrl: 'redis://cache.example.com', redisSentinelPassword: 'a' }, 'REDIS_SENTINEL_PASSWORD'],
  ])('are reported: %p', (settings, named) => {
    expect(problemsOf(settings)).toEqual([expect.stringMatching(`^${named}: expected`)]);
  });

  it('are not reported if they are consistent', () => {
    const redisSentinelPassword = 'b';
    const url = 'rediss+sentinel://a.example.com/leads';
    expect(problemsOf({ redisUrl: url, redisPassword: 'a', redisSentinelPassword, redisCa: 'pem' })).toEqual(
      [],
    );
  });
});

describe('certificates', () => {
  it.each(['no certificate', '-----BEGIN CERTIFICATE-----\nc2VjcmV0\n-----END CERTIFICATE-----'])(
    'are rejected: %s',
    (value) => {
      expect(refusalOf(certificates, value)).toBe('certificates in PEM');
    },
  );
});
