import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { domainKeysOf, readOptOutDomain, withDomainTexts } from './opt-out-domain.js';
import { personKeys } from './person-keys.js';
import { registrableDomain } from './shared-domains.js';
import { suppressionKeyText } from './suppression-key.js';

const domainOf = (written: string): string | null => {
  const read = readOptOutDomain(written);
  return read.ok ? read.domain : null;
};

/** Whether an opt-out of the domain covers the address, as the store looks it up. */
const covers = (written: string, email: string): boolean => {
  const domain = domainOf(written);
  return domain !== null && withDomainTexts(personKeys([{ email }])).includes(`domain:${domain}`);
};

describe('the domain of an opt-out', () => {
  it.each([
    ['acme.com', 'acme.com'],
    ['ACME.com', 'acme.com'],
    [' acme.com. ', 'acme.com'],
    ['@acme.com', 'acme.com'],
    ['*.acme.com', 'acme.com'],
    ['.acme.com', 'acme.com'],
    ['\uff0eacme\uff0ecom', 'acme.com'],
    ['@.acme.com', 'acme.com'],
    ['*@acme.com', null],
    ['www.acme.com', 'acme.com'],
    ['http://acme.com', 'acme.com'],
    ['https://www.ACME.com/about?from=mail#top', 'acme.com'],
    ['https://acme.com:8443/', 'acme.com'],
    ['mail.eu.acme.co.uk', 'mail.eu.acme.co.uk'],
    ['acme.example', 'acme.example'],
    ['acme.github.io', 'acme.github.io'],
    ['xn--mller-kva.de', 'müller.de'],
    ['MÜLLER.de', 'müller.de'],
    ['acme\u3002com', 'acme.com'],
    ['www.de', 'www.de'],
  ])('%j is %s', (written, domain) => {
    expect(domainOf(written)).toBe(domain);
  });

  it.each([
    '',
    ' ',
    'acme',
    'localhost',
    'com',
    'co.uk',
    '*.co.uk',
    'github.io',
    'jane@acme.com',
    'acme .com',
    'acme.com globex.com',
    'acme.com, globex.com',
    '192.0.2.7',
    'http://192.0.2.7/',
    'https://[2001:db8::1]/',
    'acme..com',
    '.',
    '@',
    'https://',
    `${'a'.repeat(300)}.com`,
    'a.'.repeat(2_000),
  ])('%j is none', (written) => {
    expect(domainOf(written)).toBeNull();
  });

  it.each(['gmail.com', '@Gmail.com', 'https://www.gmail.com', 'mail.gmx.de', 'yahoo.co.jp', 't-online.de'])(
    'of a mail provider is refused by its name: %s',
    (written) => {
      const read = readOptOutDomain(written);
      expect(read.ok ? '' : read.message).toMatch(/is a mail provider/u);
    },
  );

  it('law: it is never one of a mail provider, whatever stands around it', () => {
    const provider = fc.constantFrom('gmail.com', 'outlook.de', 'web.de', 'qq.com', 'yahoo.fr', 'proton.me');
    const around = fc.tuple(
      fc.constantFrom('', '@', '*.', 'www.', 'https://', 'https://www.', 'mail.', 'a.b.'),
      fc.constantFrom('', '/', '.', ':443', '/a?b#c', ' '),
    );
    fc.assert(
      fc.property(provider, around, (domain, [before, behind]) => {
        expect(domainOf(`${before}${domain.toUpperCase()}${behind}`)).toBeNull();
      }),
    );
  });

  it('law: a domain that was read is read the same again', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        const first = domainOf(domain);
        expect(first === null ? null : domainOf(first)).toBe(first);
      }),
    );
  });
});

describe('the addresses of a domain', () => {
  it.each([
    ['acme.com', 'jane@acme.com', true],
    ['acme.com', 'JANE@ACME.COM', true],
    ['acme.com', 'jane@mail.eu.acme.com', true],
    ['acme.com', 'jane@notacme.com', false],
    ['acme.com', 'jane@acme.com.example', false],
    ['mail.acme.com', 'jane@acme.com', false],
    ['mail.acme.com', 'jane@mail.acme.com', true],
    ['müller.de', 'jane@xn--mller-kva.de', true],
    ['xn--mller-kva.de', 'jane@MÜLLER.de', true],
  ])('an opt-out of %s, and %s: %s', (written, email, isCovered) => {
    expect(covers(written, email)).toBe(isCovered);
  });

  it('law: a listed domain covers its own addresses and those below it, and none beside it', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/u);
    const before = fc.constantFrom('', '.', '@', '*.', '\uff0e');
    fc.assert(
      fc.property(fc.domain(), label, fc.option(label), before, (domain, local, sub, sign) => {
        fc.pre(domainOf(domain) === domain && registrableDomain(domain) !== null);
        const written = `${sign}${domain}`;
        expect(covers(written, `${local}@${sub === null ? '' : `${sub}.`}${domain}`)).toBe(true);
        expect(covers(written, `${local}@${local}${domain}`)).toBe(false);
      }),
    );
  });

  it('are told by emails alone', () => {
    expect(domainKeysOf({ kind: 'phone', value: '4930123.456' })).toEqual([]);
    const keys = personKeys([{ email: 'jane@a.acme.com', companyName: 'Acme', personName: 'Jane Doe' }]);
    expect(keys.map(suppressionKeyText).filter((text) => text.startsWith('domain:'))).toEqual([]);
    expect(withDomainTexts(keys).filter((text) => text.startsWith('domain:'))).toEqual([
      'domain:a.acme.com',
      'domain:acme.com',
    ]);
  });
});
