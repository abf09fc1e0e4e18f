import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@leadbridge/platform';

import { readConfig } from './config.js';

function problems(environment: Record<string, string>): string {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    return error instanceof ConfigError ? error.message : 'another error';
  }
}

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toMatchObject({
      port: 3900,
      host: '127.0.0.1',
      rateLimit: undefined,
      rateWindowSeconds: 300,
      kind: 'usual',
      notifyUrl: undefined,
      stateFile: undefined,
    });
  });

  it('names every mistake at once', () => {
    const message = problems({ PORT: '70000', PSA_RATE_LIMIT: '-1', NOTIFY_URL: 'somewhere' });
    expect(message).toMatch(/PORT[^]*PSA_RATE_LIMIT[^]*NOTIFY_URL/);
  });

  it('reads the key of each provider, and has one for each', () => {
    const { providerKeyA, providerKeyB } = readConfig({ PROVIDER_A_SUPPRESSION_KEY: 'key of A' });
    expect([providerKeyA, providerKeyB]).toEqual(['key of A', 'simulated-key-of-provider-b']);
  });

  it('wants a secret where notifications are on', () => {
    expect(problems({ NOTIFY_URL: 'https://service.example.com/hook' })).toContain('WEBHOOK_INBOUND_SECRET');
    expect(
      problems({ NOTIFY_URL: 'https://service.example.com/hook', WEBHOOK_INBOUND_SECRET: 'secret' }),
    ).toBe('');
    const { notificationAuth } = readConfig({
      NOTIFY_URL: 'https://service.example.com/hook',
      PSA_NOTIFICATION_AUTH: 'basic:user:secret',
    });
    expect(notificationAuth).toBe(`Basic ${Buffer.from('user:secret').toString('base64')}`);
    expect(problems({ PSA_NOTIFICATION_AUTH: 'secret' })).toContain('bearer:<secret>');
  });
});
