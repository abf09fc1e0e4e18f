import { describe, expect, it } from '@jest/globals';

import type { Parser } from './config.js';
import { baseUrl, smtpUrl, url } from './url-parsers.js';

function refusalOf(parse: Parser<string>, value: string): string {
  try {
    parse(value);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error(`${value} was accepted`);
}

describe('url', () => {
  it.each([
    'https://provider.example.com',
    'https://provider.example.com/suppressions/',
    'https://user:p%40ss%25@gateway.example.com/send?account=7',
    'http://[2001:db8::7]:8080/list',
    'HTTPS://Provider.Example.com/list',
  ])('accepts %s unchanged', (value) => {
    expect(url('http', 'https')(value)).toBe(value);
  });

  it.each([
    'provider.example.com',
    'https:provider.example.com',
    String.raw`https:\\provider.example.com`,
    'https://',
    'https://one.example.com,two.example.com',
    'https://provider.example.com:99999/',
    'ftp://provider.example.com',
    'https://user:secret%zz@provider.example.com',
    'https://pro vider.example.com',
  ])('rejects %s, without quoting it', (value) => {
    expect(refusalOf(url('http', 'https'), value)).toMatch(/^a URL with the scheme http or https/);
    expect(refusalOf(url('http', 'https'), value)).not.toMatch(/secret|provider/);
  });
});

describe('baseUrl', () => {
  it.each([
    ['https://psa.example.com', 'https://psa.example.com'],
    ['https://psa.example.com/', 'https://psa.example.com'],
    ['https://psa.example.com/tenant/api//', 'https://psa.example.com/tenant/api'],
    ['https://psa.example.com/?', 'https://psa.example.com'],
  ])('accepts %s as %s', (value, taken) => {
    expect(baseUrl('http', 'https')(value)).toBe(taken);
  });

  it.each([
    'https://user:secret@psa.example.com',
    'https://secret@psa.example.com',
    'https://psa.example.com/?key=secret',
    'https://psa.example.com/#secret',
  ])('rejects %s, because no path can be appended or it would be shown', (value) => {
    expect(refusalOf(baseUrl('http', 'https'), value)).toBe(
      'a URL with the scheme http or https and without user, password, query and fragment',
    );
  });
});

describe('smtpUrl', () => {
  it.each([
    'smtp://mail.example.com',
    'smtps://user%40example.com:p%2Fss@mail.example.com:465/?from=leads@example.com',
    'smtp://mail.example.com:587?tls.rejectUnauthorized=false',
  ])('accepts %s', (value) => {
    expect(smtpUrl(value)).toBe(value);
  });

  it.each(['mail.example.com:25', 'smtp://user:123/secret@mail.example.com', 'smtp://mail.example.com:x'])(
    'rejects %s, without quoting it',
    (value) => {
      expect(refusalOf(smtpUrl, value)).toMatch(/^a URL with the scheme smtp or smtps/);
      expect(refusalOf(smtpUrl, value)).not.toMatch(/secret|mail/);
    },
  );
});
