import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'tldts';
import { companyKey } from './company-key.js';
import { sharedDomains } from './shared-domains.js';
import { standInCompanyName } from './stand-in-company.js';
import { readingsOf } from './testing/readings.js';

const { leadOf } = readingsOf('flat');
const nameOf = (data: object) => standInCompanyName(leadOf(data));
const alex = { first_name: 'Alex', last_name: 'Example' };

describe('the client of a lead without a company', () => {
  it.each([
    ['acme.test', 'acme.test'],
    ['https://www.acme.test/', 'acme.test'],
    ['https://www.acme.co.uk/about/team?utm_source=mail#top', 'acme.co.uk'],
    ['https://shop.acme.com.br/?a=1&b=2', 'acme.com.br'],
    ['acme.test:8443/a', 'acme.test'],
    ['ACME.TEST', 'acme.test'],
    ['https://acme.github.io/product', 'acme.github.io'],
    ['https://acme.myshopify.com', 'acme.myshopify.com'],
    ['https://müller.test/kontakt', 'müller.test'],
    ['https://xn--mller-kva.test/kontakt', 'müller.test'],
    ['https://例子.测试/x', '例子.测试'],
  ])('is the domain of its website: %s is %s', (website, expected) => {
    expect(nameOf({ ...alex, website, email: 'alex@mail.other.test' })).toBe(expected);
  });

  it.each([
    ['alex@acme.test', 'acme.test'],
    ['alex@mail.acme.co.uk', 'acme.co.uk'],
    ['alex@google.com', 'google.com'],
    ['alex@müller.test', 'müller.test'],
  ])('else the domain of its address: %s is %s', (email, expected) => {
    expect(nameOf({ ...alex, email })).toBe(expected);
    expect(nameOf({ ...alex, email, website: 'https://linktr.ee/acme' })).toBe(expected);
    expect(nameOf({ ...alex, email, website: 'http://192.0.2.7/shop' })).toBe(expected);
  });

  it.each([
    'https://linktr.ee/acme',
    'https://www.facebook.com/acme?ref=1',
    'https://de-de.facebook.com/acme',
    'https://www.instagram.com/acme/',
    'https://x.com/acme',
    'https://www.xing.com/companies/acme',
    'https://sites.google.com/view/acme',
    'https://acme.wordpress.com',
    'gmail.com',
    'http://192.0.2.7/',
  ])('never a site of many parties: %s', (website) => {
    expect(nameOf({ ...alex, website })).toBe('Alex Example');
    expect(nameOf({ ...alex, website, email: 'alex@gmx.de' })).toBe('Alex Example');
  });

  it("is the address of a person without a name at a mail provider, because it is nobody else's", () => {
    expect(nameOf({ email: 'alex@gmx.de' })).toBe('alex@gmx.de');
  });
});

describe('mail providers', () => {
  it.each(
    (
      'gmail.com googlemail.com gmx.de gmx.net gmx.ch web.de t-online.de hotmail.co.uk outlook.de live.nl yahoo.co.jp ' +
      'ymail.com icloud.com me.com proton.me protonmail.com aol.com orange.fr wanadoo.fr laposte.net libero.it wp.pl onet.pl ' +
      'seznam.cz mail.ru yandex.ru qq.com 163.com naver.com comcast.net btinternet.com bluewin.ch aon.at uol.com.br ' +
      'posteo.de mailbox.org fastmail.com telenet.be ziggo.nl telia.com sapo.pt otenet.gr ukr.net abv.bg freemail.hu'
    ).split(' '),
  )('two strangers at %s are two clients', (domain) => {
    const names = ['Alex Example', 'Sam Sample'].map((name, index) =>
      nameOf({ name, email: `p${index}@${domain}` }),
    );
    expect(names).toEqual(['Alex Example', 'Sam Sample']);
  });

  it.each(sharedDomains)('%s can be registered, so that it is found', (domain) => {
    expect(parse(domain, { allowPrivateDomains: true }).domain).toBe(domain);
  });

  it('law: a client is never named after a shared domain, whatever the subdomain, path or query', () => {
    const host = fc.tuple(fc.constantFrom('', 'www.', 'm.', 'de-de.'), fc.constantFrom(...sharedDomains));
    const rest = fc.constantFrom('', '/', '/acme', '/in/acme?utm=1', '?id=7#top');
    fc.assert(
      fc.property(host, rest, fc.boolean(), ([sub, domain], path, isOfEmail) => {
        const email = isOfEmail ? { email: 'alex@gmx.de' } : {};
        expect(nameOf({ ...alex, ...email, website: `https://${sub}${domain}${path}` })).toBe('Alex Example');
      }),
      { numRuns: 500 },
    );
  });

  it('law: a page of one site is the same client whatever its path, query, port and subdomain', () => {
    const page = fc.tuple(
      fc.constantFrom('', 'www.', 'shop.', 'careers.eu.'),
      fc.constantFrom('', ':8080'),
      fc.constantFrom('', '/', '/about', '/a/b?c=d&e=f', '?q=1', '#top'),
    );
    fc.assert(
      fc.property(page, fc.domain(), ([sub, port, path], domain) => {
        const { domain: registered } = parse(domain);
        fc.pre(registered !== null && !sharedDomains.includes(registered));
        const name = nameOf({ ...alex, website: `https://${sub}${domain}${port}${path}` });
        expect(companyKey(name)).toBe(companyKey(nameOf({ ...alex, website: domain })));
        expect(name).not.toMatch(/[/?#:]/u);
      }),
      { numRuns: 500 },
    );
  });
});
