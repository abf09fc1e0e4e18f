import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { domainOfEmail, domainOfWebsite, domainsOfLead, isOwnMailProvider } from './company-domain.js';
import { doubtOf, ownerOf } from './company-match.js';

const evidence = (named: readonly number[], owners: readonly number[]) => ({
  named: new Set(named),
  owners: new Set(owners),
});

describe('the domain of a company', () => {
  it.each([
    ['jane@acme.example', 'acme.example'],
    ['jane@mail.eu.acme.co.uk', 'acme.co.uk'],
    ['jane@gmail.com', null],
    ['jane@mail.yahoo.co.jp', null],
    ['jane@localhost', null],
  ])('of the address %s is %s', (email, expected) => {
    expect(domainOfEmail(email)).toBe(expected);
  });

  it.each([
    ['https://www.acme.example/about?x=1', 'acme.example'],
    ['linkedin.com/company/acme', null],
    ['192.0.2.7', null],
  ])('of the website %s is %s', (website, expected) => {
    expect(domainOfWebsite(website)).toBe(expected);
  });

  it('of a lead is that of its email first, and each once', () => {
    const of = (email: string | null, website: string | null) =>
      domainsOfLead({ email, company: { website } });
    expect(of('a@acme.example', 'https://other.example')).toEqual(['acme.example', 'other.example']);
    expect(of('a@mail.acme.example', 'acme.example')).toEqual(['acme.example']);
    expect(of('a@gmail.com', null)).toEqual([]);
    expect(of(null, null)).toEqual([]);
  });

  it.each([
    ['gmail.com', 'a@gmail.com', true],
    [' GMX.de ', 'a@gmx.de', true],
    ['gmail.com', 'a@acme.example', false],
    ['acme.example', 'a@acme.example', false],
    ['gmail.com', null, false],
  ])('%j is only the mail provider of %s: %s', (company, email, expected) => {
    expect(isOwnMailProvider(company, email)).toBe(expected);
  });
});

describe('a client', () => {
  it.each([
    [[], [], null, null],
    [[], [1], 1, null],
    [[], [1, 2], null, 'several_clients'],
    [[1], [], null, null],
    [[1], [1], 1, null],
    [[1], [1, 2], null, null],
    [[1], [2], 2, 'name_and_domain_differ'],
    [[1], [2, 3], null, 'name_and_domain_differ'],
    [[1, 2], [], null, 'several_clients'],
    [[1, 2], [1], 1, 'several_clients'],
  ])('with the name %j and the domain %j is the owner %s, in doubt for %s', (named, owners, owner, doubt) => {
    expect(ownerOf(evidence(named, owners))).toBe(owner);
    expect(doubtOf(evidence(named, owners))).toBe(doubt);
  });

  it('is never in doubt where name and domain name the same one', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.integer()), (id, others) => {
        expect(doubtOf(evidence([id], [id, ...others]))).toBeNull();
      }),
    );
  });
});
