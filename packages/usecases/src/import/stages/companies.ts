import { companyKey, newClient, personName, type Lead } from '@leadbridge/domain';
import pMap from 'p-map';

import type { KnownCompany } from '../../ports/import-store.js';
import type { NewPsaClient, PsaSession, WriteResult } from '../../ports/psa.js';
import type { StageContext } from '../batch.js';
import { planned, type RowWork } from '../row-work.js';
import { writeOnce } from '../write-once.js';
import { failRow } from './failures.js';

const siteName = 'Main';
const concurrentReads = 8;

interface Company {
  readonly key: string;
  readonly rows: RowWork[];
  readonly client: NewPsaClient;
  clientId: number | null;
  siteId: number | null;
}

/**
 * Gives each new lead the client and the site of its company: from memory, else found in the PSA, else created; rows of one company
 * create it once.
 */
export async function createClientsAndSites(rows: readonly RowWork[], context: StageContext): Promise<void> {
  const companies = groupByCompany(
    planned(rows, 'create').filter(({ place }) => place.clientId === null || place.siteId === null),
  );
  if (companies.length === 0) {
    return;
  }
  const { store } = context;
  const remembered = await store.findCompanies(companies.map(({ key }) => key));
  for (const company of companies) {
    const known = remembered.get(company.key);
    if (known !== undefined) {
      company.clientId = known.clientId;
      company.siteId = known.siteId;
      company.rows.forEach((row) => {
        row.placeRemembered = true;
      });
    }
  }
  const unknown = companies.filter(({ clientId }) => clientId === null);
  await findClients(unknown, context);
  const found = unknown.filter(({ clientId }) => clientId !== null);
  await pMap(found, async (company) => findSite(company, context.session), { concurrency: concurrentReads });
  await createMissingClients(unknown, context);
  await createMissingSites(unknown, context.session);
  const learnt = unknown.flatMap(({ key, clientId, siteId }): KnownCompany[] =>
    clientId === null || siteId === null ? [] : [{ companyKey: key, clientId, siteId }],
  );
  await store.rememberCompanies(learnt);
  for (const { rows: members, clientId, siteId } of companies) {
    for (const row of members) {
      row.place = { ...row.place, clientId, siteId };
    }
  }
}

function groupByCompany(rows: readonly RowWork[]): Company[] {
  const companies = new Map<string, Company>();
  for (const row of rows) {
    const client = newClient(row.merged) ?? { name: standInName(row.merged) };
    const key = companyKey(client.name);
    const company: Company = companies.get(key) ?? { key, client, rows: [], clientId: null, siteId: null };
    // A contact that is known with a client, but without a site, stays with its client.
    company.clientId ??= row.place.clientId;
    company.rows.push(row);
    companies.set(key, company);
  }
  return [...companies.values()];
}

/** A ticket needs a client: a lead without a company gets one by its website or email's domain, else by the person. */
function standInName(lead: Lead): string {
  return lead.company.website ?? lead.email?.split('@')[1] ?? personName(lead) ?? 'Unknown company';
}

async function findClients(
  companies: readonly Company[],
  { knowledge, session, batch }: StageContext,
): Promise<void> {
  const found = await knowledge.clients.find(
    session,
    companies.map(({ key, client }) => ({ key, term: client.name })),
    {
      notBefore: Math.max(0, ...batch.rows.map(({ acceptedAt }) => acceptedAt)),
      upcoming: batch.upcoming,
    },
  );
  for (const company of companies) {
    const ids = (found.get(company.key) ?? []).map(({ id }) => id);
    company.clientId = ids.length === 0 ? null : Math.min(...ids);
  }
}

async function findSite(company: Company, session: PsaSession): Promise<void> {
  if (company.clientId !== null) {
    const sites = await session.sitesOfClient(company.clientId);
    company.siteId = sites.length === 0 ? null : Math.min(...sites.map(({ id }) => id));
  }
}

async function createMissingClients(companies: readonly Company[], context: StageContext): Promise<void> {
  const { session, knowledge } = context;
  const missing = companies.filter(({ clientId }) => clientId === null);
  const results = await writeOnce({
    items: missing,
    create: async (items) => session.createClients(items.map(({ client }) => client)),
    find: async ({ client, key }) =>
      (await session.searchClients(client.name)).find(({ name }) => companyKey(name) === key)?.id ?? null,
  });
  settle(missing, results, (company, id) => {
    company.clientId = id;
    knowledge.clients.learn({ id, name: company.client.name });
  });
}

async function createMissingSites(companies: readonly Company[], session: PsaSession): Promise<void> {
  const missing = companies.flatMap((company) =>
    company.clientId === null || company.siteId !== null ? [] : [{ company, clientId: company.clientId }],
  );
  const results = await writeOnce({
    items: missing,
    create: async (items) =>
      session.createSites(items.map(({ clientId }) => ({ client_id: clientId, name: siteName }))),
    find: async ({ clientId }) => (await session.sitesOfClient(clientId))[0]?.id ?? null,
  });
  settle(
    missing.map(({ company }) => company),
    results,
    (company, id) => {
      company.siteId = id;
    },
  );
}

function settle(
  companies: readonly Company[],
  results: readonly WriteResult[],
  keep: (company: Company, id: number) => void,
): void {
  companies.forEach((company, index) => {
    const result = results[index] ?? { ok: false, uncertain: true, message: 'The PSA gave no answer' };
    if (result.ok) {
      keep(company, result.id);
    } else {
      company.rows.forEach((row) => {
        failRow(row, result);
      });
    }
  });
}
