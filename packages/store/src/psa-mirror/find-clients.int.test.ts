import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { Observation, PsaClient, PsaMirrorStore, PsaUser } from '@leadbridge/usecases';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createImportStore } from '../transactions/import-store.js';
import { createPsaMirrorStore } from './psa-mirror-store.js';

let mongo: Awaited<ReturnType<typeof connectMongo>>;
let mirror: PsaMirrorStore;

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
  mirror = createPsaMirrorStore(mongo);
  createImportStore(mongo);
  await ensureIndexes(mongo);
});

afterAll(async () => {
  await mongo.close();
});

beforeEach(async () => {
  await mirror.clear('clients', Date.now());
  await mirror.clear('contacts', Date.now());
  await mongo.collection('companies').deleteMany({});
});

const client = (id: number, name: string, domain?: string): Observation<PsaClient> => ({
  ...{ id, keys: [name.toLowerCase()], item: { id, name }, observedAt: 10 },
  ...(domain === undefined ? {} : { domain }),
});

const contact = (id: number, clientId: number | null, domain: string): Observation<PsaUser> => ({
  ...{ id, keys: [`email:${id}@${domain}`], domain, observedAt: 10 },
  item: {
    ...{ id, clientId, siteId: null, clientName: null, firstName: null, lastName: null },
    ...{ email: `${id}@${domain}`, phonenumber: null, linkedinUrl: null },
  },
});

describe('the clients with a name or a domain', () => {
  it('are found by their website and their contacts, each once, with their stored site', async () => {
    await mirror.put('clients', [
      client(3, 'Acme', 'acme.example'),
      client(1, 'Other'),
      client(2, 'Third', 'third.example'),
    ]);
    await mirror.put('contacts', [
      contact(10, 1, 'acme.example'),
      contact(11, 1, 'acme.example'),
      contact(12, null, 'acme.example'),
      // The client of this one was removed.
      contact(13, 77, 'acme.example'),
      contact(14, 2, 'fourth.example'),
    ]);
    const imports = createImportStore(mongo);
    await imports.rememberCompanies([{ companyKey: 'acme', clientId: 3, siteId: 30 }]);
    const found = await mirror.clientsOf({ keys: ['other'], domains: ['acme.example', 'fourth.example'] });
    expect(found).toEqual([
      { clientId: 1, name: 'Other', keys: ['other'], domains: ['acme.example'], siteId: null },
      {
        ...{ clientId: 2, name: 'Third', keys: ['third'], siteId: null },
        domains: expect.arrayContaining(['fourth.example']),
      },
      { clientId: 3, name: 'Acme', keys: ['acme'], domains: ['acme.example'], siteId: 30 },
    ]);
    expect(await mirror.clientsOf({ keys: [], domains: [] })).toEqual([]);
    expect(await mirror.clientsOf({ keys: ['unheard'], domains: ['unheard.example'] })).toEqual([]);
  });

  it('lose a domain that the PSA no longer shows', async () => {
    await mirror.put('clients', [client(3, 'Acme', 'acme.example')]);
    await mirror.put('clients', [{ ...client(3, 'Acme'), observedAt: 20 }]);
    expect(await mirror.clientsOf({ keys: [], domains: ['acme.example'] })).toEqual([]);
  });

  it('are looked up in indexes, and those of contacts without reading them', async () => {
    const domain = { $in: ['a.example', 'b.example'] };
    const ofClients = { '_id.kind': 'clients' };
    const records = mongo.collection('psa_records');
    const plans = await Promise.all([
      records
        .find({
          $or: [
            { ...ofClients, keys: { $in: ['a'] } },
            { ...ofClients, domain },
          ],
        })
        .explain('queryPlanner'),
      records
        .aggregate([
          { $match: { '_id.kind': 'contacts', domain } },
          { $group: { _id: { domain: '$domain', clientId: '$item.clientId' } } },
        ])
        .explain('queryPlanner'),
    ]);
    expect(JSON.stringify(plans)).not.toContain('COLLSCAN');
    expect(JSON.stringify(plans[1])).not.toContain('"FETCH"');
  });
});
