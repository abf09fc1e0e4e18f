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

  it('lists everything that production lacks', () => {
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

  it('lists every error at once, by name and without the value', () => {
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

  it('requires a long bootstrap key in production, and all of OAuth or nothing', () => {
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
    'rejects %s as the country of phone numbers, because none could be read',
    (country) => {
      expect(problems({ ...required, DEFAULT_COUNTRY: country })).toContainEqual(
        expect.stringMatching(/^DEFAULT_COUNTRY: expected a country with telephone numbers/u),
      );
    },
  );

  it('accepts the connection string of a replica set with several hosts, and every address unchanged', () => {
    const addresses = {
      MONGODB_URI: 'mongodb://user:p%40ss%25@one:27017,two:27017,three/leadbridge?replicaSet=rs0&w=majority',
      REDIS_URL: 'rediss://:p%2Fss@cache.example.com:6380/2',
      PSA_URL: 'https://psa.example.com/api/',
      PROVIDER_A_SUPPRESSION_URL: 'https://provider.example.com/suppressions/',
      OAUTH_ISSUER: 'https://issuer.example.com/',
      OAUTH_AUDIENCE: 'leadbridge',
      OAUTH_JWKS_URL: 'https://issuer.example.com/keys/',
      SMTP_URL: 'smtps://user:p%40ss@mail.example.com/?from=leads@example.com',
      SMS_GATEWAY_URL: 'https://user:p%40ss@gateway.example.com/send/',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    };
    expect(loadApiConfig(addresses)).toMatchObject({
      mongodbUri: addresses.MONGODB_URI,
      redisUrl: addresses.REDIS_URL,
      psaUrl: 'https://psa.example.com/api',
      providerASuppressionUrl: addresses.PROVIDER_A_SUPPRESSION_URL,
      oauthIssuer: 'https://issuer.example.com',
      oauthJwksUrl: addresses.OAUTH_JWKS_URL,
      smtpUrl: addresses.SMTP_URL,
      smsGatewayUrl: addresses.SMS_GATEWAY_URL,
      otlpEndpoint: 'http://collector:4318',
    });
    expect(problems({ ...required, MONGODB_URI: 'mongodb+srv://user:p%40ss@db.example.net/leads' })).toEqual(
      [],
    );
  });

  it('lists every invalid address, and quotes none', () => {
    const found = problems({
      MONGODB_URI: 'mongodb://user:p@hidden@one,two/leadbridge',
      REDIS_URL: 'redis://:123/hidden@cache.example.com',
      PSA_URL: 'https://user:hidden@psa.example.com',
      PROVIDER_A_SUPPRESSION_URL: 'https://user:hidden%@provider.example.com',
      OAUTH_JWKS_URL: 'https:hidden.example.com',
      SMTP_URL: 'smtp://user:123/hidden@mail.example.com',
      SMS_GATEWAY_URL: 'gateway.example.com/hidden',
    });
    expect(found.map((problem) => problem.split(':')[0])).toEqual([
      'MONGODB_URI',
      'REDIS_URL',
      'PSA_URL',
      'PROVIDER_A_SUPPRESSION_URL',
      'OAUTH_JWKS_URL',
      'SMTP_URL',
      'SMS_GATEWAY_URL',
    ]);
    expect(found.join()).not.toContain('hidden');
  });

  it('declares each variable once', () => {
    const names = Object.values(apiVariables).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
