import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { ownPage } from './own-page.js';

describe('the page that a sign-in leads to', () => {
  it.each([
    '/docs',
    '/api/v1/docs',
    '/admin/queues/queue/lead-imports?status=failed',
    '/console',
    '/console/jobs?page=2',
  ])('is the page that was wanted: %s', (wanted) => {
    expect(ownPage(wanted)).toBe(wanted);
  });

  it.each([
    'https://other.test/admin',
    '//other.test/admin',
    '/\\other.test/console',
    '\\\\other.test/console',
    '/\t/other.test/console',
    '\n//other.test/docs',
    'https:other.test/docs',
    'https:/console/../..//other.test',
    'http:/console',
    'javascript:alert(1)//console',
    'data:text/html,/console',
    '/%2f%2fother.test',
    '/%5cother.test',
    '/console@other.test',
    '/console.other.test',
    '/console/..//other.test/console',
    '/api/v1/config',
    '/api/v1/auth/oidc',
    '/consoles',
    '/console/../api/v1/config',
    '/console/%2e%2e/api/v1/config',
    '/console/sign-in',
    '/admin/sign-in?to=/docs',
    'http://[',
    '',
  ])('is none but our own: not %j', (wanted) => {
    expect(ownPage(wanted)).toBe('/console');
  });

  it('stays on the origin of the service, as a header and in an address, whatever is written', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '//',
        '/\\',
        ':',
        '@',
        '?',
        '#',
        '%',
        '.',
        '..',
        '\t',
        '\n',
        '\r',
        ' ',
        '\0',
      ),
      fc.constantFrom(
        'https:',
        'http:',
        'javascript:',
        'data:',
        'evil.test',
        'own.invalid',
        'console',
        'docs',
      ),
      fc.constantFrom('%2f', '%5c', '%09', '%2e%2e', '%0d%0aSet-Cookie:a=b', '\u2044', '\uff0f', '\u3002'),
      fc.string({ maxLength: 3 }),
    );
    const spelled = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    const wanted = fc.oneof(
      spelled,
      spelled.map((text) => `/console${text}`),
      spelled.map((text) => `/docs/${text}`),
    );
    fc.assert(
      fc.property(wanted, (text) => {
        const page = ownPage(text);
        expect(page).toMatch(/^\/(?:console|admin|docs|api\/v1\/docs)(?:[/?]|$)[!-~]*$/u);
        expect(new URL(page, 'https://leads.example.com/api/v1/auth/oidc/callback').origin).toBe(
          'https://leads.example.com',
        );
        expect(ownPage(page)).toBe(page);
      }),
      { numRuns: 3_000 },
    );
  });
});
