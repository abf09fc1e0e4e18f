import { describe, expect, it } from '@jest/globals';

import { matchIdOf } from '../../psa/company-match-id.js';
import { alex, leadTicket, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext, type ImportWorld } from '../testing/stage-context.js';
import { createClientsAndSites } from './companies.js';

const pair = matchIdOf('example', 'example.com');
const owner = { clientId: 7, name: 'Other', keys: ['other'], domains: ['example.com'], siteId: 8 };
const rivals = [owner, { ...owner, clientId: 9 }];
const intent = { kind: 'create', at: '2026-01-31T08:59:30.000Z' } as const;

const worldWith = (found: readonly (typeof owner)[]) => {
  const world = createImportWorld({ settings: { companyMatching: 'domain' } });
  const directory = { clientsOf: async () => Promise.resolve(found) };
  return { ...world, deps: { ...world.deps, directory } };
};

const fresh = (data: unknown = alex, given: RowGiven = {}) =>
  rowState(data, { ...given, learnt: { plan: { kind: 'create' } } });

async function place(
  world: Pick<ImportWorld, 'deps' | 'clock'>,
  rows: ReturnType<typeof fresh>[],
): Promise<void> {
  const context = stageContext(world);
  await createClientsAndSites(rows, Promise.resolve(), context);
  await Promise.all(context.underWay);
}

describe('a doubt about the client of a company', () => {
  it('is stored before anything is written, so that a run that is killed then does not lose it', async () => {
    const world = worldWith(rivals);
    const stored: unknown[] = [];
    const { openMatches } = world.store;
    world.store.openMatches = async (reviews) => {
      stored.push(world.psa.writes.length, ...reviews.map(({ matchId, leadIds }) => [matchId, leadIds]));
      await openMatches(reviews);
    };
    await place(world, [fresh(), fresh({ ...alex, email: 'sam@example.com' })]);
    expect(stored).toEqual([0, [pair, []]]);
    expect(world.psa.writes).not.toEqual([]);
    await place(world, [fresh()]);
    expect(stored).toHaveLength(2);
  });

  it.each(['contact', 'ticket'] as const)(
    'is counted for a lead whose %s an earlier run has created under the name, and for no other',
    async (created) => {
      const world = worldWith(rivals);
      const open = { matchId: pair, reason: 'several_clients', candidates: [], decision: null } as const;
      world.store.matches.set(pair, { ...open, siteId: null, isMirrored: false });
      const rowAt = (clientId: number, clientName: string, given: RowGiven = { intent }) => {
        const psaIds = { clientId, siteId: 8, userId: 200 };
        const of =
          created === 'ticket'
            ? ({ plan: { kind: 'adopt' }, ticket: leadTicket({ ...psaIds, clientName }) } as const)
            : ({ plan: { kind: 'create' }, contact: world.psa.addUser({ ...psaIds, clientName }) } as const);
        return rowState(alex, { ...given, learnt: { ...of, psaIds } });
      };
      const rows = [rowAt(5, 'Example'), rowAt(7, 'Other'), rowAt(6, 'Third'), rowAt(5, 'Example', {})];
      await place(world, rows);
      expect(
        rows.map(({ companyMatch, companyReview }) => [companyMatch?.rule, companyReview?.matchId]),
      ).toEqual([
        ['name', pair],
        ['domain', undefined],
        [undefined, undefined],
        ['name', undefined],
      ]);
      expect(world.psa.writes).toEqual([]);
    },
  );
});

it.each<[string, RowGiven, 'client' | 'contact' | 'ticket', boolean]>([
  ['a client that an earlier run has created', { intent }, 'client', true],
  ['a contact that an earlier run has created', { intent }, 'contact', true],
  ['a ticket that an earlier run has created', { intent }, 'ticket', true],
  ['a contact that was there', {}, 'contact', false],
])('%s is observed with what belongs to it: %j %s %s', async (_what, given, created, isObserved) => {
  const world = worldWith([]);
  const client = world.psa.addClient('Example');
  const site = world.psa.addSite(client.id);
  const contact = created === 'client' ? null : world.psa.addUser({ clientId: client.id, siteId: site.id });
  const psaIds = { clientId: client.id, siteId: site.id, userId: contact?.id ?? null };
  const learnt = {
    client: { plan: { kind: 'create' } },
    contact: { plan: { kind: 'create' }, contact, psaIds },
    ticket: { plan: { kind: 'adopt' }, ticket: leadTicket(psaIds), psaIds },
  } as const;
  const context = stageContext(world);
  await createClientsAndSites(
    [rowState(alex, { ...given, learnt: learnt[created] })],
    Promise.resolve(),
    context,
  );
  await Promise.all(context.underWay);
  const { clients = [], contacts = [] } = context.observed.all();
  expect([clients.map(({ id }) => id), contacts.map(({ id }) => id)]).toEqual(
    isObserved ? [[client.id], contact === null ? [] : [contact.id]] : [[], []],
  );
});
