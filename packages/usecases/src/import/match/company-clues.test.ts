import { describe, expect, it } from '@jest/globals';

import type { KnownMatch } from '../../ports/company-matches.js';
import type { ClientInMirror } from '../../ports/psa-mirror.js';
import { alex, leadTicket, rowState } from '../testing/import-rows.js';
import { givenClient, reviewOf, ruleOfPlaced, type CompanyClues, type GivenClient } from './company-clues.js';

const client = (clientId: number, given: Partial<ClientInMirror> = {}): ClientInMirror => ({
  ...{ clientId, name: `Client ${clientId}`, keys: [], domains: [], siteId: null },
  ...given,
});

const pair = { matchId: 'cmp_1', companyKey: 'example', company: 'Example Inc', domain: 'example.com' };
const alias: GivenClient = { rule: 'alias', clientId: 7, name: 'Example Holding', siteId: 70 };
const open: KnownMatch = {
  ...{ matchId: 'cmp_1', decision: null, reason: 'several_clients', candidates: [] },
  ...{ siteId: null, isMirrored: false },
};

const clues = (given: Partial<CompanyClues> = {}): CompanyClues => ({
  ...{ key: 'example', client: { name: 'Example Inc' }, alias: null, domains: ['example.com'] },
  ...{ owners: [], named: [], pair, open: null },
  ...given,
});

const knowing = (companies: readonly number[] = []) => ({
  known: {
    ...{ leads: new Map(), matches: new Map(), optedOut: new Map() },
    ...{ askedKeys: new Set<string>(), askedCompanies: new Set<string>(), askedMatches: new Set<string>() },
    highest: { ticketId: 0, clientId: 0 },
    companies: new Map(
      companies.map((clientId) => ['example', { companyKey: 'example', clientId, siteId: 20 }]),
    ),
  },
});

describe('the client that a company has without a look at its name', () => {
  const owner = client(5, { siteId: 50 });

  it.each<[string, Partial<CompanyClues>, readonly number[], object | null]>([
    ['that of the alias', { alias }, [], alias],
    ['that of the alias, whoever has the domain', { alias, owners: [owner] }, [], alias],
    ['the only one with the domain', { owners: [owner] }, [], { rule: 'domain', clientId: 5, siteId: 50 }],
    ['the only one with both domains', { owners: [owner, owner] }, [], { rule: 'domain', clientId: 5 }],
    ['none of several with the domain', { owners: [owner, client(6)] }, [], null],
    ['none by its domain, if one has the name', { owners: [owner], named: [client(6)] }, [], null],
    ['none by its domain, if one is stored for the name', { owners: [owner] }, [6], null],
    ['none without an alias and a domain', {}, [], null],
  ])('is %s', (_which, given, companies, expected) => {
    const found = givenClient(clues(given), knowing(companies));
    expect(found).toEqual(expected === null ? null : expect.objectContaining(expected));
  });
});

describe('the rule by which a contact or a ticket shows the client of a company', () => {
  const placed = (learnt: Parameters<typeof rowState>[1] = {}) => rowState(alex, learnt);
  const onClient = (clientId: number, clientName: string | null = null) =>
    placed({
      learnt: {
        psaIds: { clientId, siteId: 20, userId: null },
        ticket: leadTicket({ clientId, clientName }),
      },
    });

  it.each<[string | null, string, ReturnType<typeof onClient>, Partial<CompanyClues>, readonly number[]]>([
    ['alias', 'a person has decided on it', onClient(7), { alias }, []],
    ['name', 'the mirror shows it under the name', onClient(5), { named: [client(5)] }, []],
    ['name', 'it is stored for the name', onClient(5), {}, [5]],
    ['name', 'the ticket shows its name', onClient(5, 'EXAMPLE, Inc.'), {}, []],
    ['domain', 'it has the domain', onClient(5, 'Other'), { owners: [client(5)] }, []],
    [null, 'nothing says so', onClient(5, 'Other'), { owners: [client(6)], named: [client(8)] }, [9]],
  ])('is %s where %s', (rule, _why, row, given, companies) => {
    expect(ruleOfPlaced(row, clues(given), knowing(companies))).toBe(rule);
  });
});

describe('what people have to decide on for a company', () => {
  it.each<[string, Partial<CompanyClues>, number | null]>([
    ['name and domain say the same', { named: [client(5)], owners: [client(5)] }, 5],
    ['only a name speaks', { named: [client(5)] }, 5],
    ['only a domain speaks', { owners: [client(5)] }, null],
    ['domains do not count', { pair: null, named: [client(5)], owners: [client(6)] }, 5],
  ])('is nothing where %s', (_what, given, found) => {
    expect(reviewOf(clues(given), found)).toBeNull();
  });

  it('is the client, where the domain belongs to another than the name', () => {
    const owner = client(6, { name: 'Example Holding', domains: ['example.com'] });
    expect(reviewOf(clues({ owners: [owner] }), 5)).toEqual({
      ...pair,
      reason: 'name_and_domain_differ',
      candidates: [
        { clientId: 5, name: 'Example Inc', domains: [], why: 'name' },
        { clientId: 6, name: 'Example Holding', domains: ['example.com'], why: 'domain' },
      ],
    });
  });

  it('names each of several clients once, with all that speaks for it', () => {
    const both = client(5, { domains: ['example.com'] });
    const review = reviewOf(clues({ named: [both, client(8)], owners: [both] }), 5);
    expect(review?.reason).toBe('several_clients');
    expect(review?.candidates.map(({ clientId, why }) => [clientId, why])).toEqual([
      [5, 'name_and_domain'],
      [8, 'name'],
    ]);
  });

  it('is still what an open entry asks, whatever the clients are today', () => {
    expect(reviewOf(clues({ open, named: [client(5)] }), 5)).toMatchObject({
      matchId: 'cmp_1',
      reason: 'several_clients',
      candidates: [{ clientId: 5, why: 'name' }],
    });
  });
});
