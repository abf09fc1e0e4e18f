import { randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { ConfigError, loadConfig } from './config.js';
import { sharedVariables } from './shared-variables.js';

const required = { REDIS_URL: 'redis://redis.example.com:6379', PSA_URL: 'https://psa.example.com/' };
const key = randomBytes(32);

function load(environment: Record<string, string> = {}, production = false) {
  return loadConfig(sharedVariables, { ...required, ...environment }, { production });
}

function problemsOf(environment: Record<string, string>, production = false): readonly string[] {
  try {
    load(environment, production);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

describe('the variables of the API and the worker', () => {
  it('need only the addresses of Redis and the PSA in development', () => {
    expect(load()).toMatchObject({
      psaUrl: 'https://psa.example.com',
      psaRateLimit: 500,
      psaRateWindowSeconds: 300,
      psaMirror: true,
      encryptionKey: null,
      encryptionPreviousKeys: [],
      defaultCountry: 'US',
      webhookAllowHttp: false,
      webhookAllowedAddresses: [],
      otlpEndpoint: null,
      logFormat: null,
    });
  });

  it('need the encryption key in production', () => {
    expect(problemsOf({}, true)).toEqual([expect.stringContaining('ENCRYPTION_KEY')]);
    expect(problemsOf({ ENCRYPTION_KEY: key.toString('base64') }, true)).toEqual([]);
  });

  it.each([
    ['de', 'DE'],
    ['Gb', 'GB'],
    [' at ', 'AT'],
  ])('read %j as the country %s', (DEFAULT_COUNTRY, expected) => {
    expect(load({ DEFAULT_COUNTRY }).defaultCountry).toBe(expected);
  });

  it.each([
    ['DEFAULT_COUNTRY', 'USA'],
    ['DEFAULT_COUNTRY', 'U1'],
    ['DEFAULT_COUNTRY', 'ÄÖ'],
    ['DEFAULT_COUNTRY', '+1'],
    ['PSA_RATE_LIMIT', '0'],
    ['PSA_RATE_LIMIT', '10000001'],
    ['PSA_RATE_LIMIT', '5e2'],
    ['PSA_RATE_WINDOW_SECONDS', '0.5'],
    ['PSA_RATE_WINDOW_SECONDS', '86401'],
    ['PSA_MIRROR', 'maybe'],
    ['PSA_URL', 'ftp://psa.example.com'],
    ['ENCRYPTION_KEY', randomBytes(31).toString('base64')],
    ['ENCRYPTION_PREVIOUS_KEYS', `${key.toString('base64')},short`],
    ['WEBHOOK_ALLOWED_ADDRESSES', '10.0.0.0/33'],
    ['WEBHOOK_ALLOWED_ADDRESSES', 'localhost'],
    ['LOG_LEVEL', 'trace'],
    ['LOG_LEVEL', 'INFO'],
    ['LOG_FORMAT', 'xml'],
  ])('refuse %s with the value %j by its name', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(name)]);
  });

  it.each([
    ['PSA_RATE_LIMIT', '1', { psaRateLimit: 1 }],
    ['PSA_RATE_LIMIT', '10000000', { psaRateLimit: 10_000_000 }],
    ['PSA_RATE_WINDOW_SECONDS', '86400', { psaRateWindowSeconds: 86_400 }],
    ['PSA_MIRROR', 'off', { psaMirror: false }],
    ['WEBHOOK_ALLOWED_ADDRESSES', '10.0.0.0/8, ::1', { webhookAllowedAddresses: ['10.0.0.0/8', '::1'] }],
  ])('accept %s with the value %j', (name, value, expected) => {
    expect(load({ [name]: value })).toMatchObject(expected);
  });

  it('read several previous keys, and quote no key in a problem', () => {
    const text = key.toString('base64');
    expect(load({ ENCRYPTION_PREVIOUS_KEYS: `${text}, ${text}` }).encryptionPreviousKeys).toEqual([key, key]);
    expect(problemsOf({ ENCRYPTION_PREVIOUS_KEYS: `${text},short` }).join()).not.toContain(text);
  });

  it('list every mistake at once', () => {
    expect(problemsOf({ LOG_LEVEL: 'x', LOG_FORMAT: 'y', PSA_MIRROR: 'z' })).toHaveLength(3);
  });
});
