import { describe, expect, it } from '@jest/globals';

import {
  address,
  apiKey,
  emailAddress,
  inboundSecret,
  notificationAuth,
  trustProxy,
} from './config-values.js';

const secret = 'x'.repeat(16);

describe('address', () => {
  it.each(['localhost', '0.0.0.0', '::1', 'api-1.internal', 'a'.repeat(253)])('accepts %s', (value) => {
    expect(address(value)).toBe(value);
  });

  it.each(['', 'a b', 'http://localhost', 'münchen', 'a'.repeat(254), 'localhost\n'])(
    'refuses %j',
    (value) => {
      expect(() => address(value)).toThrow('a host name or an IP address');
    },
  );
});

describe('emailAddress', () => {
  it.each(['a@example.com', 'on-call+leadbridge@mail.example.com', 'root@localhost'])(
    'accepts %s',
    (value) => {
      expect(emailAddress(value)).toBe(value);
    },
  );

  it.each(['', 'a', '@example.com', 'a@', 'a b@example.com', 'A <a@example.com>', 'a@b\r\nBcc: c@d'])(
    'refuses %j',
    (value) => {
      expect(() => emailAddress(value)).toThrow('email addresses');
    },
  );
});

describe('apiKey', () => {
  it.each(['12345678', '!~!~!~!~', 'k'.repeat(512)])('accepts a key that fits into a header: %s', (value) => {
    expect(apiKey(value)).toBe(value);
  });

  it.each(['1234567', 'k'.repeat(513), '1234 5678', 'schlüssel', '12345678\r\nX-Other: 1'])(
    'refuses %j',
    (value) => {
      expect(() => apiKey(value)).toThrow('8 to 512 visible ASCII characters');
    },
  );
});

describe('inboundSecret', () => {
  it('accepts 16 characters and refuses 15', () => {
    expect(inboundSecret(secret)).toBe(secret);
    expect(() => inboundSecret(secret.slice(1))).toThrow('at least 16 characters');
  });
});

describe('notificationAuth', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');

  it.each([
    ['a bearer token', `bearer:${secret}`, `Bearer ${secret}`],
    ['a bearer token with colons', 'bearer:01234567:01234567', 'Bearer 01234567:01234567'],
    ['a user and a secret', `basic:halo:${secret}`, `Basic ${base64(`halo:${secret}`)}`],
    ['a secret with colons', 'basic:halo:01234567:01234567', `Basic ${base64('halo:01234567:01234567')}`],
    ['a secret that ends with a colon', `basic:halo:${secret}:`, `Basic ${base64(`halo:${secret}:`)}`],
    ['a secret in UTF-8', `basic:hälo:${'ü'.repeat(16)}`, `Basic ${base64(`hälo:${'ü'.repeat(16)}`)}`],
  ])('becomes the header Authorization for %s', (_what, value, header) => {
    expect(notificationAuth(value)).toBe(header);
  });

  it.each([
    ['another scheme', `digest:${secret}`],
    ['a scheme in capitals', `Bearer:${secret}`],
    ['no scheme', secret],
    ['a short token', `bearer:${secret.slice(1)}`],
    ['a token with a line break', `bearer:${secret}\r\nX-Other: 1`],
    ['a token that is not ASCII', `bearer:${'ü'.repeat(16)}`],
    ['a short secret behind a long user name', `basic:${secret}:short`],
    ['a user without a secret', `basic:${secret}`],
    ['nothing', ''],
  ])('refuses %s', (_what, value) => {
    expect(() => notificationAuth(value)).toThrow(
      'bearer:<secret> or basic:<user>:<secret>, with a secret of at least 16 characters',
    );
  });
});

describe('trustProxy', () => {
  it.each([
    ['true', true],
    ['FALSE', false],
    ['0', 0],
    ['2', 2],
    ['loopback', 'loopback'],
    ['10.0.0.0/8, uniquelocal', '10.0.0.0/8, uniquelocal'],
    ['fd00::/8', 'fd00::/8'],
  ])('reads %s', (value, read) => {
    expect(trustProxy(value)).toBe(read);
  });

  it.each(['yes', '-1', '1000', '10.0.0.0/33', 'loopback,', 'proxy.internal'])('refuses %j', (value) => {
    expect(() => trustProxy(value)).toThrow(
      'true, false, a number of proxies, or addresses such as loopback, 10.0.0.0/8',
    );
  });
});
