import { ConfigError } from '@leadbridge/platform';
import { describe, expect, it } from '@jest/globals';

import { apiVariables, loadApiConfig } from './config.js';

const required = {
  MONGODB_URI: 'mongodb://db.test/leadbridge',
  REDIS_URL: 'redis://redis.test',
  PSA_URL: 'https://psa.test/',
};
const production = {
  ...required,
  NODE_ENV: 'production',
  WEBHOOK_INBOUND_SECRET: 'sixteen-characters',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
};

function problems(environment: Record<string, string>): readonly string[] {
  try {
    loadApiConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems;
    }
    throw error;
  }
  return [];
}

describe('the configuration of the API', () => {
  it('has the documented defaults', () => {
    expect(loadApiConfig(required)).toMatchObject({
      nodeEnv: 'development',
      port: 3000,
      host: '127.0.0.1',
      mongodbUri: 'mongodb://db.test/leadbridge',
      redisUrl: 'redis://redis.test',
      psaUrl: 'https://psa.test',
      bootstrapApiKey: null,
      webhookInboundSecret: null,
      encryptionKey: null,
      syncWaitSeconds: 25,
      defaultCountry: 'US',
      providerASuppressionUrl: null,
      webhookAllowHttp: false,
      webhookAllowedAddresses: [],
      rateLimitPerHour: 1000,
      rateLimitBurst: 100,
      bulkLimitPerHour: 10,
      syncConcurrency: 100,
      rateLimitPerMinute: null,
      oauthIssuer: null,
      oauthAudience: null,
      oauthJwksUrl: null,
      smtpUrl: null,
      smsGatewayUrl: null,
      trustProxy: false,
      logLevel: 'info',
      logFormat: null,
    });
  });

  it('names everything that production lacks', () => {
    const named = problems({ NODE_ENV: 'production' }).map((problem) => problem.split(' ')[0]);
    expect(named).toEqual([
      'MONGODB_URI',
      'REDIS_URL',
      'PSA_URL',
      'ENCRYPTION_KEY',
      'WEBHOOK_INBOUND_SECRET',
    ]);
    expect(problems(production)).toEqual([]);
  });

  it('lists every mistake at once, by name and without the value', () => {
    const found = problems({
      ...required,
      PORT: '70000',
      HOST: 'a b',
      BOOTSTRAP_API_KEY: 'short',
      ENCRYPTION_KEY: 'a-secret-that-is-no-key',
      SYNC_WAIT_SECONDS: '61',
      DEFAULT_COUNTRY: 'USA',
      RATE_LIMIT_PER_HOUR: '0',
      WEBHOOK_ALLOWED_ADDRESSES: '10.0.0.0/8, 10.0.0.0/33',
      TRUST_PROXY: 'everybody',
      LOG_LEVEL: 'loud',
      OAUTH_ISSUER: 'not a url',
    });
    expect(found.map((problem) => problem.split(':')[0])).toEqual([
      'ENCRYPTION_KEY',
      'DEFAULT_COUNTRY',
      'WEBHOOK_ALLOWED_ADDRESSES',
      'LOG_LEVEL',
      'PORT',
      'HOST',
      'BOOTSTRAP_API_KEY',
      'SYNC_WAIT_SECONDS',
      'RATE_LIMIT_PER_HOUR',
      'OAUTH_ISSUER',
      'TRUST_PROXY',
    ]);
    expect(found.join()).not.toContain('a-secret-that-is-no-key');
  });

  it('wants a long bootstrap key in production, and all of OAuth or nothing', () => {
    expect(problems({ ...production, BOOTSTRAP_API_KEY: 'nineteen-characters' })).toEqual([
      'BOOTSTRAP_API_KEY: expected at least 20 characters in production',
    ]);
    expect(problems({ ...required, OAUTH_ISSUER: 'https://issuer.test' })).toEqual([
      'OAUTH_ISSUER, OAUTH_AUDIENCE and OAUTH_JWKS_URL: expected all three or none',
    ]);
  });

  it.each([
    ['true', true],
    ['FALSE', false],
    ['2', 2],
    ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
    ['::1', '::1'],
  ])('reads TRUST_PROXY=%s as Express does', (text, value) => {
    expect(loadApiConfig({ ...required, TRUST_PROXY: text }).trustProxy).toBe(value);
  });

  it.each([
    ['100', 100],
    ['off', null],
    ['', null],
  ])('reads RATE_LIMIT_PER_MINUTE=%s', (text, value) => {
    expect(loadApiConfig({ ...required, RATE_LIMIT_PER_MINUTE: text }).rateLimitPerMinute).toBe(value);
  });

  it.each(['UK', 'EU', 'ZZ'])(
    'refuses %s as the country of phone numbers, as none could be read',
    (country) => {
      expect(problems({ ...required, DEFAULT_COUNTRY: country })).toContainEqual(
        expect.stringMatching(/^DEFAULT_COUNTRY: expected a country with telephone numbers/u),
      );
    },
  );

  it('declares each variable once', () => {
    const names = Object.values(apiVariables).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
