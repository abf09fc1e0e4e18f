import { describe, expect, it } from '@jest/globals';
import { silentLogger, systemClock } from '@leadbridge/platform';
import { Redis } from 'ioredis';

import { apiRequest, bearer, specTokenRequest } from './psa-requests.js';
import type { PsaClientSettings } from './psa-settings.js';
import { memoryCallers } from './testing/budgets.js';

const settings: Omit<PsaClientSettings, 'url'> = {
  clientId: 'client-id',
  clientSecret: 'client-secret',
  scope: 'all',
  timeoutSeconds: 2,
  settleSeconds: 0.25,
  redis: new Redis({ lazyConnect: true }),
  callers: memoryCallers(),
  keyPrefix: 'test',
  rateLimit: 500,
  rateWindowSeconds: 300,
  clock: systemClock,
  logger: silentLogger,
};

describe('the addresses of the PSA', () => {
  it.each([
    ['its own', 'https://psa.test'],
    ['with a slash', 'https://psa.test/'],
    ['that of its API', 'https://psa.test/api'],
    ['that of its API with a slash', 'https://psa.test/api/'],
    ['that of its API in capitals', 'https://psa.test/API'],
  ])('are the same if PSA_URL is %s', (_name, url) => {
    const read = { method: 'GET', path: '/Tickets/7', pattern: '/Tickets/{id}', query: { a: 1 } } as const;
    expect(apiRequest(url, read, bearer('token')).url.href).toBe('https://psa.test/api/Tickets/7?a=1');
    expect(specTokenRequest({ ...settings, url }).url.href).toBe('https://psa.test/auth/token');
  });

  it('keep the path of the PSA', () => {
    const read = { method: 'GET', path: '/Status', pattern: '/Status' } as const;
    for (const url of ['https://hosted.test/customer', 'https://hosted.test/customer/api']) {
      expect(apiRequest(url, read, bearer('token')).url.href).toBe('https://hosted.test/customer/api/Status');
      expect(specTokenRequest({ ...settings, url, tenant: 'example' }).url.href).toBe(
        'https://hosted.test/customer/auth/token?tenant=example',
      );
    }
    expect(apiRequest('https://hosted.test/myapi', read, bearer('token')).url.href).toBe(
      'https://hosted.test/myapi/api/Status',
    );
  });
});
