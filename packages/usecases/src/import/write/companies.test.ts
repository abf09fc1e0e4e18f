import { describe, expect, it } from '@jest/globals';

import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import { matchIdOf } from '../../psa/company-match-id.js';
import { alex, robin, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext, type ImportWorld } from '../testing/stage-context.js';
import { createClientsAndSites } from './companies.js';

const fresh = (data: unknown = alex, given: RowGiven = {}) =>
  rowState(data, { ...given, learnt: { plan: { kind: 'create' } } });
const colleague = { ...alex, email: 'sam@example.com', company: 'EXAMPLE, Inc.' };

async function place(world: ImportWorld, rows: ReturnType<typeof fresh>[], begun = Promise.resolve()) {
  const context = stageContext(world);
  try {
    await createClientsAndSites(rows, begun, context);
  } finally {
    await Promise.all(context.underWay);
  }
  return rows.map((row) => row.psaIds);
}

const worldOf = (options: MemoryPsaOptions = {}) => createImportWorld(options);

describe('the client and the site of a new lead', () => {
  it('are created once for all rows of a company, and stored', async () => {
    const world = worldOf();
    const [one, two, other] = await place(world, [fresh(), fresh(colleague), fresh(robin)]);
    expect(one).toEqual(two);
    expect(other?.clientId).not.toBe(one?.clientId);
    expect([...world.psa.clients.values()].map(({ name }) => name)).toEqual(['Example', 'Sample']);
    expect(world.psa.sites.size).toBe(2);
    expect(world.store.companies.get('example')).toMatchObject({
      clientId: one?.clientId,
      siteId: one?.siteId,
    });
    expect(world.store.holders.size + world.store.unsettled.size).toBe(0);
  });

  it('are those of the PSA, the oldest if there are several', async () => {
    const world = worldOf();
    const client = world.psa.addClient('Example');
    const site = world.psa.addSite(client.id);
    world.psa.addSite(client.id, 'Branch');
    world.psa.addClient('Example Inc');
    expect(await place(world, [fresh()])).toMatchObject([{ clientId: client.id, siteId: site.id }]);
    expect(world.psa.writes).toEqual([]);
  });

  it('are taken from the store without a query, and may be refused later', async () => {
    const world = worldOf();
    await world.store.rememberCompanies([{ companyKey: 'example', clientId: 1, siteId: 2 }]);
    const row = fresh();
    expect(await place(world, [row])).toMatchObject([{ clientId: 1, siteId: 2 }]);
    expect(world.psa.calls).toEqual([]);
    expect(row.arePsaIdsRemembered).toBe(true);
  });

  it('keep the client of a contact without a site', async () => {
    const world = worldOf();
    const client = world.psa.addClient('Example');
    await world.store.rememberCompanies([{ companyKey: 'example', clientId: 1, siteId: 2 }]);
    const row = fresh();
    row.psaIds = { clientId: client.id, siteId: null, userId: 5 };
    expect(await place(world, [row])).toMatchObject([{ clientId: client.id, userId: 5 }]);
    expect(world.psa.writes).toEqual(['createSites']);
  });

  it.each(['response_lost', 'request_lost'] as const)(
    'are created once in spite of a fault: %s',
    async (fault) => {
      const world = worldOf();
      world.psa.faults.plan('createClients', fault);
      world.psa.faults.plan('createSites', fault);
      const [placed] = await place(world, [fresh()]);
      expect([...world.psa.clients.keys()]).toEqual([placed?.clientId]);
      expect([...world.psa.sites.keys()]).toEqual([placed?.siteId]);
    },
  );

  it('fail only the rows of a company that the PSA refuses', async () => {
    const world = worldOf();
    world.psa.faults.plan('createClients', 'refused');
    const rows = [fresh(), fresh(colleague), fresh(robin)];
    const [one, , other] = await place(world, rows);
    expect(rows.map(({ outcome }) => outcome?.status)).toEqual(['failed', 'failed', undefined]);
    expect([one?.clientId, other?.clientId]).toEqual([null, expect.any(Number)]);
    expect(world.store.companies.has('example')).toBe(false);
  });

  it('are read again by the next batch if responses kept getting lost', async () => {
    const world = worldOf();
    world.psa.faults.plan('createClients', 'request_lost', 'request_lost', 'request_lost');
    const row = fresh();
    await place(world, [row]);
    expect(row.fault).toMatchObject({ name: 'PsaUncertainError' });
    expect([...world.store.unsettled.keys()]).toEqual(['company:example']);
    expect(world.store.holders.size).toBe(0);
  });

  it('include the site that a PSA creates with each new client', async () => {
    const world = worldOf({ hasOwnSites: true });
    const [placed] = await place(world, [fresh()]);
    expect(world.psa.sites.get(placed?.siteId ?? 0)?.clientId).toBe(placed?.clientId);
    expect(world.psa.writes).toEqual(['createClients']);
  });

  it.each([true, false])(
    'that a PSA refuses fails its rows, unless the client has a site by then: %s',
    async (comes) => {
      const world = worldOf();
      const client = world.psa.addClient('Example');
      world.psa.faults.plan('createSites', 'refused');
      const row = fresh();
      const begun = new Promise<void>((resolve) => {
        setImmediate(() => {
          if (comes) {
            world.psa.addSite(client.id);
          }
          resolve();
        });
      });
      const [placed] = await place(world, [row], begun);
      expect(placed).toMatchObject({ clientId: client.id, siteId: comes ? expect.any(Number) : null });
      expect(row.outcome?.status).toBe(comes ? undefined : 'failed');
      expect(world.store.unsettled.has('company:example')).toBe(!comes);
    },
  );

  describe('that the batch itself holds', () => {
    const claims = { held: new Set(['company:example']) };

    it('are found without a second reading or claim, and stored', async () => {
      const world = worldOf();
      const { claim } = world.store;
      world.store.claim = async (keys, milliseconds) => {
        throw new Error(`Nobody needs ${(await claim(keys, milliseconds)).busy.size} other claims`);
      };
      const rows = [fresh()];
      const context = stageContext(world, { claims });
      await createClientsAndSites(rows, Promise.resolve(), context);
      await Promise.all(context.underWay);
      expect([...world.store.companies.keys()]).toEqual(['example']);
      expect([...context.unsettled]).toEqual([]);
    });

    it.each<[string, (world: ImportWorld) => void]>([
      [
        'responses kept getting lost',
        ({ psa }) => {
          psa.faults.plan('createClients', 'request_lost', 'request_lost', 'request_lost');
        },
      ],
      [
        'they could not be stored',
        ({ store }) => {
          store.rememberCompanies = async () => Promise.reject(new Error('MongoDB is away'));
        },
      ],
    ])('are left unsettled if %s', async (_why, fault) => {
      const world = worldOf();
      fault(world);
      const context = stageContext(world, { claims });
      await createClientsAndSites([fresh()], Promise.resolve(), context);
      await Promise.all(context.underWay);
      expect([...context.unsettled]).toEqual(['company:example']);
    });

    it('are read again if a previous holder may have created them', async () => {
      const world = worldOf();
      const client = world.psa.addClient('Example');
      const site = world.psa.addSite(client.id);
      const context = stageContext(world, { claims: { ...claims, inherited: claims.held } });
      const rows = [fresh()];
      await createClientsAndSites(rows, Promise.resolve(), context);
      expect(rows.map(({ psaIds }) => psaIds)).toMatchObject([{ clientId: client.id, siteId: site.id }]);
      expect(world.psa.writes).toEqual([]);
    });
  });

  it('are written only after the intents', async () => {
    const world = worldOf();
    const rows = [fresh()];
    await expect(place(world, rows, Promise.reject(new Error('The job has ended')))).rejects.toThrow(
      'The job has ended',
    );
    expect(world.psa.writes).toEqual([]);
    expect(world.store.holders.size).toBe(0);
  });

  it('are waited for while another batch creates them', async () => {
    const world = worldOf();
    const other = await world.store.claim(['company:example'], 1_000);
    const placing = place(world, [fresh()]);
    await world.store.rememberCompanies([{ companyKey: 'example', clientId: 1, siteId: 2 }]);
    await world.store.releaseClaims(other);
    expect(await placing).toMatchObject([{ clientId: 1, siteId: 2 }]);
    expect(world.psa.writes).toEqual([]);
  });

  it('are taken from the store if the previous holder of the claim has created them', async () => {
    const world = worldOf();
    const { claim } = world.store;
    world.store.claim = async (keys, milliseconds) => {
      await world.store.rememberCompanies([{ companyKey: 'example', clientId: 1, siteId: 2 }]);
      return await claim(keys, milliseconds);
    };
    expect(await place(world, [fresh()])).toMatchObject([{ clientId: 1, siteId: 2 }]);
    expect(world.psa.writes).toEqual([]);
  });
});

describe('the client that people have decided on', () => {
  const alias = (clientId: number, siteId: number | null, isMirrored = true) => ({
    ...{ matchId: matchIdOf('example', 'example.com'), reason: 'several_clients', candidates: [] },
    ...{ decision: { clientId, name: 'Other' }, siteId, isMirrored },
  });
  const worldWith = (match: ReturnType<typeof alias>) => {
    const world = worldOf();
    world.store.matches.set(match.matchId, { ...match, reason: 'several_clients' });
    return world;
  };

  it('is taken with its stored site without any request', async () => {
    const world = worldWith(alias(7, 8));
    const row = fresh();
    expect(await place(world, [row])).toMatchObject([{ clientId: 7, siteId: 8 }]);
    expect([row.companyMatch, row.clientName]).toEqual([{ rule: 'alias', clientId: 7 }, 'Other']);
    expect(world.psa.calls).toEqual([]);
  });

  it('gets its site read once, which is stored apart from the name', async () => {
    const world = worldOf();
    const client = world.psa.addClient('Other');
    const site = world.psa.addSite(client.id);
    const match = alias(client.id, null);
    world.store.matches.set(match.matchId, { ...match, reason: 'several_clients' });
    expect(await place(world, [fresh(), fresh({ ...colleague, email: 'sam@example.com' })])).toMatchObject([
      { clientId: client.id, siteId: site.id },
      { clientId: client.id, siteId: site.id },
    ]);
    expect([...world.store.companies.keys()]).toEqual([`client:${client.id}`]);
  });

  it('is not taken if the PSA no longer has it, and is decided on again', async () => {
    const world = worldWith(alias(7, 8, false));
    const row = fresh();
    const [placed] = await place(world, [row]);
    expect(placed?.clientId).not.toBe(7);
    expect(row.companyMatch).toMatchObject({ rule: 'none' });
    expect([...world.store.matches.values()]).toMatchObject([{ decision: null }]);
  });

  it('is not there for a pair that is separate: its name decides', async () => {
    const world = worldOf();
    const client = world.psa.addClient('Example');
    const match = alias(0, null);
    const decision = { separate: true } as const;
    world.store.matches.set(match.matchId, { ...match, reason: 'several_clients', decision });
    const row = fresh();
    await place(world, [row]);
    expect(row.companyMatch).toEqual({ rule: 'name', clientId: client.id });
  });
});

describe('the client with the domain of a company', () => {
  const owner = { clientId: 7, name: 'Other', keys: ['other'], domains: ['example.com'], siteId: 8 };
  const worldWith = (found: readonly (typeof owner)[] | null) => {
    const world = createImportWorld({ settings: { companyMatching: 'domain' } });
    const directory = { clientsOf: async () => Promise.resolve(found) };
    return { ...world, deps: { ...world.deps, directory } };
  };

  it('is taken without any request', async () => {
    const world = worldWith([owner]);
    const row = fresh();
    expect(await place(world, [row])).toMatchObject([{ clientId: 7, siteId: 8 }]);
    expect([row.companyMatch?.rule, row.companyReview, world.psa.calls]).toEqual(['domain', null, []]);
  });

  it('does not count without a whole mirror', async () => {
    const world = worldWith(null);
    const row = fresh();
    await place(world, [row]);
    expect([row.companyMatch?.rule, row.companyReview]).toEqual(['none', null]);
  });

  it('is decided by people if there are several', async () => {
    const world = worldWith([owner, { ...owner, clientId: 9 }]);
    const row = fresh();
    await place(world, [row]);
    expect(row.companyMatch?.rule).toBe('none');
    expect(row.companyReview).toMatchObject({
      reason: 'several_clients',
      domain: 'example.com',
      candidates: [
        { clientId: 7, why: 'domain' },
        { clientId: 9, why: 'domain' },
      ],
    });
  });
});
