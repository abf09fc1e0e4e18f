import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyText } from '../testing/arbitraries.js';
import { cleanProfileUrl, cleanWebsite } from './website.js';

describe('specification, "Data cleansing": "Website: the scheme and a trailing slash are removed"', () => {
  it.each([
    ['https://acme.example.com/', 'acme.example.com'],
    ['http://acme.example.com', 'acme.example.com'],
    ['HTTPS://acme.example.com', 'acme.example.com'],
    ['//acme.example.com', 'acme.example.com'],
    ['acme.example.com', 'acme.example.com'],
    ['acme.example.com/', 'acme.example.com'],
    ['acme.example.com//', 'acme.example.com'],
    ['https://https://acme.example.com', 'acme.example.com'],
    ['https://www.acme.example.com/', 'www.acme.example.com'],
    ['https://acme.example.com/about/', 'acme.example.com/about'],
    ['https://acme.example.com/?ref=1', 'acme.example.com/?ref=1'],
    ['acme.example.com:8443', 'acme.example.com:8443'],
    ['  https://acme.example.com/ ', 'acme.example.com'],
    ['https://müller.test/', 'müller.test'],
    ['https://例子.测试', '例子.测试'],
  ])('turns %s into %s', (given, expected) => {
    expect(cleanWebsite(given)).toBe(expected);
  });

  it.each([
    ['nothing', ''],
    ['a scheme alone', 'https://'],
    ['a word', 'none'],
    ['words', 'see our shop.test page'],
    ['a script', 'javascript:alert(1).test'],
    ['a mail address', 'jane@example.com'],
    ['a host that starts with a dot', '.example.com'],
    ['a host with an empty label', 'acme..com'],
  ])('rejects %s', (_what, given) => {
    expect(cleanWebsite(given)).toBeNull();
  });

  it('law: a clean website cleaned again is unchanged', () => {
    const address = fc.oneof(
      fc.webUrl(),
      anyText,
      fc.domain().map((host) => `http://${host}//`),
    );
    fc.assert(
      fc.property(address, (given) => {
        const once = cleanWebsite(given);
        if (once !== null) expect(cleanWebsite(once)).toBe(once);
      }),
    );
  });

  it('handles long hostile input quickly', () => {
    const before = performance.now();
    for (const text of ['a.', 'a', '/', 'a-', 'http://']) cleanWebsite(text.repeat(100_000));
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

describe('cleanProfileUrl', () => {
  it.each([
    'https://www.linkedin.test/in/jane-doe',
    'http://linkedin.test/in/jane-doe/',
    'www.linkedin.test/in/jane-doe',
    'linkedin.test/in/j%C3%A4ne',
  ])('keeps %s', (url) => {
    expect(cleanProfileUrl(url)).toBe(url);
  });

  it('trims', () => {
    expect(cleanProfileUrl(' https://linkedin.test/in/jane ')).toBe('https://linkedin.test/in/jane');
  });

  it.each([
    'javascript:alert(document.cookie)',
    'data:text/html,x',
    'ftp://linkedin.test/in/jane',
    'jane-doe',
    '',
  ])('rejects %s, because people click on it', (url) => {
    expect(cleanProfileUrl(url)).toBeNull();
  });

  it('law: a clean link cleaned again is unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), anyText), (given) => {
        const once = cleanProfileUrl(given);
        if (once !== null) expect(cleanProfileUrl(once)).toBe(once);
      }),
    );
  });
});
