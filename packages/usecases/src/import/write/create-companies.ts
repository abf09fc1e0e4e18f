import { companyKey } from '@leadbridge/domain';
import pMap from 'p-map';

import type { PsaSession, WriteResult } from '../../ports/psa.js';
import { PsaRefusedError } from '../../ports/psa-errors.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';
import { writeOnce } from '../../work/write-once.js';
import type { StageContext } from '../batch.js';
import { siteName } from '../client-of-lead.js';
import { failRow } from './failures.js';
import type { Company } from './remembered-companies.js';

export async function createCompanies(companies: readonly Company[], context: StageContext): Promise<void> {
  const newcomers = newcomersOf(companies);
  await createMissingClients(newcomers, context);
  await createMissingSites(
    companies.filter(({ clientId }) => clientId !== null),
    context.session,
  );
  newcomers.forEach(leadFollowers);
}

/** Of several with one name, or one new domain, the first gets a client: as if imported one after the other. */
function newcomersOf(companies: readonly Company[]): readonly Company[] {
  const first = new Map<string, Company>();
  const byDomain = new Map<string, Set<Company>>();
  for (const company of companies.filter(({ clientId }) => clientId === null)) {
    const namesake = first.get(company.key);
    const sharing = new Set(company.domains.flatMap((domain) => [...(byDomain.get(domain) ?? [])]));
    const [leader, ...others] = namesake === undefined ? sharing : [namesake];
    if (leader === undefined || others.length > 0 || (namesake === undefined && company.isOwned)) {
      first.set(company.key, company);
      for (const domain of company.domains) {
        byDomain.set(domain, (byDomain.get(domain) ?? new Set()).add(company));
      }
    } else {
      company.rule = namesake === undefined ? 'domain' : 'name';
      leader.followers.push(company);
    }
  }
  return [...first.values()];
}

function leadFollowers({ followers, client, clientId, siteId, isUnsettled }: Company): void {
  for (const follower of followers) {
    Object.assign(follower, { clientId, siteId, isUnsettled });
    follower.rows.forEach((state) => {
      state.clientName = client.name;
    });
  }
}

async function createMissingClients(missing: readonly Company[], context: StageContext): Promise<void> {
  const { session, caches, observed } = context;
  const sentAt = context.clock.now();
  missing.forEach((company) => {
    company.isUnsettled = true;
  });
  const results = await writeOnce({
    session,
    items: missing,
    create: async (items) => session.createClients(items.map(({ client }) => client)),
    find: async ({ client, key }) =>
      (await session.searchClients(client.name)).find(({ name }) => companyKey(name) === key)?.id ?? null,
  });
  settle(missing, results, (company, { id, siteId }) => {
    company.clientId = id;
    company.rule = 'none';
    company.isCreated = true;
    company.siteId = siteId ?? company.siteId;
    const { name, website } = company.client;
    const created = {
      id,
      name: session.fit('client.name', name),
      ...(website === undefined ? {} : { website }),
    };
    caches.clients.add(created);
    observed.add('clients', created, sentAt);
  });
}

async function createMissingSites(companies: readonly Company[], session: PsaSession): Promise<void> {
  const siteless = companies.flatMap((company) =>
    company.clientId === null || company.siteId !== null ? [] : [{ company, clientId: company.clientId }],
  );
  // Several names may have one client.
  const missing = [...new Map(siteless.map(({ clientId }) => [clientId, { clientId }])).values()];
  const results = await writeOnce({
    session,
    items: missing,
    create: async (items) =>
      session.createSites(items.map(({ clientId }) => ({ client_id: clientId, name: siteName }))),
    find: async ({ clientId }) => (await session.sitesOfClient(clientId))[0]?.id ?? null,
  });
  const settled = await pMap(
    results,
    async (result, index) => standInSite(result, missing[index]?.clientId, session),
    { concurrency: concurrentReads },
  );
  const ofClient = new Map(missing.map(({ clientId }, index) => [clientId, settled[index]]));
  settle(
    siteless.map(({ company }) => company),
    siteless.map(({ clientId }) => ofClient.get(clientId) ?? noResponse),
    (company, { id }) => {
      company.siteId = id;
    },
  );
}

/** None for a client that was removed since it was observed: the PSA refuses its rows, and it is forgotten. */
export async function sitesOf(
  clientId: number,
  session: Pick<PsaSession, 'sitesOfClient'>,
): Promise<readonly { readonly id: number }[]> {
  try {
    return await session.sitesOfClient(clientId);
  } catch (error) {
    if (error instanceof PsaRefusedError) {
      return [];
    }
    throw error;
  }
}

/** Some PSAs create a site with each new client and refuse a second one: the existing one is used. */
async function standInSite(
  result: WriteResult,
  clientId: number | undefined,
  session: PsaSession,
): Promise<WriteResult> {
  if (result.ok || result.uncertain || clientId === undefined) {
    return result;
  }
  const ids = (await sitesOf(clientId, session)).map(({ id }) => id);
  return ids.length === 0 ? result : { ok: true, id: Math.min(...ids) };
}

const noResponse: WriteResult = { ok: false, uncertain: true, message: 'The PSA did not respond' };

function settle(
  companies: readonly Company[],
  results: readonly WriteResult[],
  keep: (company: Company, written: Extract<WriteResult, { ok: true }>) => void,
): void {
  companies.forEach((company, index) => {
    const result = results[index] ?? noResponse;
    if (result.ok) {
      keep(company, result);
    } else {
      company.isUnsettled = result.uncertain || company.clientId !== null;
      [company, ...company.followers].forEach(({ rows }) => {
        rows.forEach((state) => {
          failRow(state, result);
        });
      });
    }
  });
}
