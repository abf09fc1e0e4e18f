import { describe, expect, it } from '@jest/globals';

import {
  defaultsOf,
  readDevelopmentSettings,
  reachableOrigin,
  refuseEmbeddingInProduction,
} from './development-settings.js';

describe('readDevelopmentSettings', () => {
  it('has defaults, which an empty text means too', () => {
    const expected = { port: 3000, host: '127.0.0.1', dataDirectory: '/checkout/.leadbridge' };
    expect(readDevelopmentSettings({}, '/checkout')).toEqual(expected);
    expect(readDevelopmentSettings({ PORT: '', HOST: '', DATA_DIR: '' }, '/checkout')).toEqual(expected);
  });

  it('takes DATA_DIR from the checkout unless it is absolute', () => {
    expect(readDevelopmentSettings({ DATA_DIR: 'data' }, '/checkout').dataDirectory).toBe('/checkout/data');
    expect(readDevelopmentSettings({ DATA_DIR: '/data' }, '/checkout').dataDirectory).toBe('/data');
  });

  it.each(['0', '65536', '-1', '3000.5', 'http', '0x10'])('refuses the port %s', (port) => {
    expect(() => readDevelopmentSettings({ PORT: port }, '/checkout')).toThrow('PORT: expected');
  });
});

describe('defaultsOf', () => {
  it('stop no trial, give way to what is set, and are none in production', () => {
    expect(defaultsOf({})).toEqual({
      ...{ RATE_LIMIT_PER_HOUR: '100000', BULK_LIMIT_PER_HOUR: '1000' },
      ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1/32,::1/128' },
    });
    expect(defaultsOf({ BULK_LIMIT_PER_HOUR: '5' })['BULK_LIMIT_PER_HOUR']).toBe('5');
    expect(defaultsOf({ NODE_ENV: 'production' })).toEqual({});
  });
});

describe('refuseEmbeddingInProduction', () => {
  it('lets development go on without anything', () => {
    expect(() => refuseEmbeddingInProduction({})).not.toThrow();
  });

  it('names all that production lacks', () => {
    const environment = {
      NODE_ENV: 'production',
      MONGODB_URI: 'mongodb://db.example.com',
      ENCRYPTION_KEY: '',
    };
    expect(() => refuseEmbeddingInProduction(environment)).toThrow(
      'set REDIS_URL, PSA_URL, WEBHOOK_INBOUND_SECRET, ENCRYPTION_KEY',
    );
  });
});

describe('reachableOrigin', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
    ['leads.example.com', 'http://leads.example.com:3000'],
  ])('of %s is %s', (host, origin) => {
    expect(reachableOrigin({ host, port: 3000 })).toBe(origin);
  });
});
