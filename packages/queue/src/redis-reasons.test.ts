import { EventEmitter } from 'node:events';

import { describe, expect, it } from '@jest/globals';
import { type RedisAddress, readRedisUrl } from '@leadbridge/platform';

import { createRedisReasons } from './redis-reasons.js';

const server = readRedisUrl('redis://redis:6379');
const sentinels = readRedisUrl('redis+sentinel://s1:26379,s2:26379/main');
const cluster = readRedisUrl('redis+cluster://c1:6379,c2:6379');

function reasons(address: RedisAddress) {
  const connection = new EventEmitter();
  return { connection, reason: createRedisReasons(connection, address) };
}

const coded = (message: string, code: string): Error => Object.assign(new Error(message), { code });

describe('why one Redis server is unavailable', () => {
  it.each([
    ['connect ECONNREFUSED 10.0.0.1:6379', coded('connect ECONNREFUSED 10.0.0.1:6379', 'ECONNREFUSED')],
    ['WRONGPASS invalid password', new Error('WRONGPASS invalid password')],
    ['ECONNRESET', coded('', 'ECONNRESET')],
    ['TypeError', new TypeError('')],
  ])('is "%s" in the words of the connection', (text, error) => {
    expect(reasons(server).reason(error)).toBe(text);
  });

  it('is a certificate, with the setting that names its authority', () => {
    const error = coded(
      'self-signed certificate; if the root CA is installed locally, try …',
      'SELF_SIGNED_CERT_IN_CHAIN',
    );
    expect(reasons(server).reason(error)).toBe(
      'the certificate of Redis is not trusted (self-signed certificate): REDIS_CA_FILE names the authority that signed it',
    );
  });
});

describe('why no master of the Sentinels is available', () => {
  const unreachable = new Error('All sentinels are unreachable and retry is disabled.');

  it('is the master itself where every Sentinel responds', () => {
    expect(reasons(sentinels).reason(unreachable)).toBe(
      'the master that the Sentinels of REDIS_URL name does not respond',
    );
  });

  it.each(['Sentinel returned an invalid reply: null', 'ERR No such master with that name'])(
    'is the name of the master where a Sentinel says "%s"',
    (message) => {
      const { connection, reason } = reasons(sentinels);
      connection.emit('sentinelError', new Error(message));
      expect(reason(unreachable)).toBe('the Sentinels of REDIS_URL know no master of the name main');
    },
  );

  it('is what the last Sentinel said otherwise', () => {
    const { connection, reason } = reasons(sentinels);
    connection.emit('sentinelError', new Error('connect ECONNREFUSED'));
    connection.emit('sentinelError', new Error('getaddrinfo ENOTFOUND s2'));
    expect(reason(unreachable)).toBe('no Sentinel of REDIS_URL responds (getaddrinfo ENOTFOUND s2)');
  });

  it('is an error of the master in its own words', () => {
    expect(reasons(sentinels).reason(new Error('LOADING Redis is loading'))).toBe('LOADING Redis is loading');
  });
});

describe('why a cluster is unavailable', () => {
  const lost = (lastNodeError: unknown): Error =>
    Object.assign(new Error('Failed to refresh slots cache.'), { lastNodeError });

  it('is what its last node said', () => {
    expect(reasons(cluster).reason(lost(new Error('connect ETIMEDOUT')))).toBe(
      'no node of the cluster of REDIS_URL responds (connect ETIMEDOUT)',
    );
  });

  it('is a certificate of a node', () => {
    expect(reasons(cluster).reason(lost(coded('certificate has expired', 'CERT_HAS_EXPIRED')))).toMatch(
      /^the certificate of Redis is not trusted \(certificate has expired\)/,
    );
  });

  it('is the error of the cluster where no node said anything', () => {
    expect(reasons(cluster).reason(lost(undefined))).toBe('Failed to refresh slots cache.');
  });
});
