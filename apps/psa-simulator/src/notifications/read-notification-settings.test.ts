import { describe, expect, it } from '@jest/globals';

import { readNotificationSettings } from './read-notification-settings.js';

describe('readNotificationSettings', () => {
  it.each([
    {},
    { url: 'https://service.example/webhooks/psa' },
    { url: 'http://127.0.0.1:3000', secret: 's', authorization: 'Basic x', apiWrites: false },
    { batchSize: 1, copies: 2, timeoutMilliseconds: 1, retryDelaysMilliseconds: [] },
    { retryDelaysMilliseconds: [0, 5000] },
  ])('accepts %j', (settings) => {
    expect(readNotificationSettings(settings)).toEqual(settings);
  });

  it.each([
    [{ url: 'ftp://service.example' }, 'url must be an http or https URL'],
    [{ url: 'https://' }, 'url must be an http or https URL'],
    [{ url: null }, 'url must be an http or https URL'],
    [{ secret: '' }, 'secret must be a text'],
    [{ authorization: 7 }, 'authorization must be a text'],
    [{ apiWrites: 'true' }, 'apiWrites must be true or false'],
    [{ batchSize: 0 }, 'batchSize must be a whole number above 0'],
    [{ copies: 1.5 }, 'copies must be a whole number above 0'],
    [{ timeoutMilliseconds: '5' }, 'timeoutMilliseconds must be a whole number above 0'],
    [{ retryDelaysMilliseconds: 5 }, 'retryDelaysMilliseconds must be an array of milliseconds'],
    [{ retryDelaysMilliseconds: [1, -1] }, 'retryDelaysMilliseconds must be an array of milliseconds'],
    [{ Url: 'https://service.example' }, 'Url is no setting of the notifications'],
    [{ constructor: 1 }, 'constructor is no setting of the notifications'],
    [JSON.parse('{"__proto__":1}'), '__proto__ is no setting of the notifications'],
    [{ url: 'https://service.example', copies: 0 }, 'copies must be a whole number above 0'],
  ])('refuses %j: %s', (settings, reason) => {
    expect(readNotificationSettings(settings)).toBe(reason);
  });
});
