import { setTimeout as sleep } from 'node:timers/promises';

import { companyKey } from '@leadbridge/domain';
import pMap from 'p-map';

import { StaleClaimError, type KnownCompany } from '../../ports/import-store.js';
import type { NewPsaClient, PsaSession, WriteResult } from '../../ports/psa.js';
import type { StageContext } from '../batch.js';
import { companyOfLead, siteName } from '../client-of-lead.js';
import { latestAcceptance, planned, type RowWork } from '../row-work.js';
import { withClaims } from '../../work/with-claims.js';
import { settleInherited } from '../../work/settle-inherited.js';
import { writeOnce } from '../../work/write-once.js';
import { failRow } from './failures.js';

const waitRound = 100;
const maxWaitRounds = 200;
const concurrentReads = 8;

interface Company {
  readonly key: string;
  readonly rows: RowWork[];
  readonly client: NewPsaClient;
  clientId: number | null;
  siteId: number | null;
  /** True where the client was created by this batch. */
  isCreated: boolean;
  /** True while the PSA may hold something of it that is not remembered. */
  isUnsettled: boolean;
}

/**
 * Gives each new lead the client and the site of its company: from memory, else found in the PSA, else created; rows of one company
 * create it once.
 */
export async function createClientsAndSites(rows: readonly RowWork[], context: StageContext): Promise<void> {
  const companies = groupByCompany(
    planned(rows, 'create').filter(({ place }) => place.clientId === null || place.siteId === null),
    context.session,
  );
  if (companies.length === 0) {
    return;
  }
  let waiting = companies;
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round > maxWaitRounds) {
      throw new StaleClaimError('Another worker holds a company that this work needs');
    }
    await sleep(round === 0 ? 0 : waitRound);
    waiting = await settleCompanies(waiting, context);
  }
  for (const { rows: members, clientId, siteId } of companies) {
    for (const row of members) {
      row.place = { ...row.place, clientId, siteId };
    }
  }
}

/**
 * Brings each company to a client and a site, unless another batch is creating it at this moment: those are left for the next round, in
 * which they are remembered.
 */
async function settleCompanies(companies: readonly Company[], context: StageContext): Promise<Company[]> {
  const { store } = context;
  const unknown = await recall(companies, store);
  if (unknown.length === 0) {
    return [];
  }
  return await withClaims(store, {
    keys: unknown.map(({ key }) => claimKey(key)),
    run: async (claims, assertHeld) => {
      const held = unknown.filter(({ key }) => claims.held.has(claimKey(key)));
      // Whoever held the claim before us may have created it.
      const mine = await recall(held, store);
      const inherited = mine.filter(({ key }) => claims.inherited.has(claimKey(key)));
      inherited.forEach((company) => {
        company.isUnsettled = true;
      });
      await settleInherited(claims, context.session);
      await findClientsLive(inherited, context, { notBefore: context.clock.now(), upcoming: 0 });
      await findClients(
        mine.filter((company) => !inherited.includes(company)),
        context,
        {
          notBefore: latestAcceptance(context.batch.rows, context.clock.now()),
          upcoming: context.batch.upcoming,
        },
      );
      const found = mine.filter(({ clientId }) => clientId !== null);
      await pMap(found, async (company) => findSite(company, context.session), {
        concurrency: concurrentReads,
      });
      await assertHeld();
      await createMissingClients(mine, context);
      await createMissingSites(mine, context.session);
      await remember(mine, store);
      return unknown.filter(({ key }) => claims.busy.has(claimKey(key)));
    },
    unsettled: () => unknown.filter(({ isUnsettled }) => isUnsettled).map(({ key }) => claimKey(key)),
  });
}

function claimKey(companyKey: string): string {
  return `company:${companyKey}`;
}

async function remember(companies: readonly Company[], store: StageContext['store']): Promise<void> {
  const settled = companies.filter(({ clientId, siteId }) => clientId !== null && siteId !== null);
  await store.forgetFormerCompanies(
    settled.flatMap(({ key, clientId, isCreated }) =>
      isCreated && clientId !== null ? [{ companyKey: key, clientId }] : [],
    ),
  );
  await store.rememberCompanies(
    settled.flatMap(({ key, clientId, siteId }): KnownCompany[] =>
      clientId === null || siteId === null ? [] : [{ companyKey: key, clientId, siteId }],
    ),
  );
  settled.forEach((company) => {
    company.isUnsettled = false;
  });
}

/** Fills in what is remembered; answers the companies that are not. */
async function recall(companies: readonly Company[], store: StageContext['store']): Promise<Company[]> {
  const remembered = await store.findCompanies(companies.map(({ key }) => key));
  return companies.filter((company) => {
    const known = remembered.get(company.key);
    // A contact that is known with another client of that name stays with its client.
    if (known === undefined || (company.clientId !== null && company.clientId !== known.clientId)) {
      return true;
    }
    company.clientId = known.clientId;
    company.siteId = known.siteId;
    company.rows.forEach((row) => {
      row.placeRemembered = true;
    });
    return false;
  });
}

function groupByCompany(rows: readonly RowWork[], session: Pick<PsaSession, 'fit'>): Company[] {
  const companies = new Map<string, Company>();
  for (const row of rows) {
    const { key, client } = companyOfLead(row.merged, session);
    const company: Company = companies.get(key) ?? {
      key,
      client,
      rows: [],
      clientId: null,
      siteId: null,
      isCreated: false,
      isUnsettled: false,
    };
    // A contact that is known with a client, but without a site, stays with its client.
    company.clientId ??= row.place.clientId;
    company.rows.push(row);
    companies.set(key, company);
  }
  return [...companies.values()];
}

/** The clients of companies whose rows the mirror knows by the mirror, all others live. */
async function findClients(
  companies: readonly Company[],
  context: StageContext,
  options: { readonly notBefore: number; readonly upcoming: number },
): Promise<void> {
  const mirrored = companies.filter(({ rows }) => rows.every(({ isMirrored }) => isMirrored));
  const view =
    mirrored.length === 0
      ? null
      : ((await context.mirror?.view(context.session, 'clients', options.notBefore)) ?? null);
  if (view === null) {
    await findClientsLive(companies, context, options);
    return;
  }
  const found = await view.byKeys(mirrored.map(({ key }) => key));
  for (const company of mirrored) {
    const ids = (found.get(company.key) ?? []).map(({ id }) => id);
    company.clientId = ids.length === 0 ? null : Math.min(...ids);
    company.rows.forEach((row) => {
      row.placeRemembered ||= ids.length > 0;
    });
  }
  const live = companies.filter((company) => !mirrored.includes(company));
  await findClientsLive(live, context, { ...options, upcoming: 0 });
}

async function findClientsLive(
  companies: readonly Company[],
  { knowledge, session }: StageContext,
  options: { readonly notBefore: number; readonly upcoming: number },
): Promise<void> {
  const found = await knowledge.clients.find(
    session,
    companies.map(({ key, client }) => ({ key, term: client.name })),
    options,
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
  const { session, knowledge, observed } = context;
  const missing = companies.filter(({ clientId }) => clientId === null);
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
    company.isCreated = true;
    company.siteId = siteId ?? company.siteId;
    const created = { id, name: session.fit('client.name', company.client.name) };
    knowledge.clients.learn(created);
    observed.add('clients', created, sentAt);
  });
}

async function createMissingSites(companies: readonly Company[], session: PsaSession): Promise<void> {
  const missing = companies.flatMap((company) =>
    company.clientId === null || company.siteId !== null ? [] : [{ company, clientId: company.clientId }],
  );
  const results = await writeOnce({
    session,
    items: missing,
    create: async (items) =>
      session.createSites(items.map(({ clientId }) => ({ client_id: clientId, name: siteName }))),
    find: async ({ clientId }) => (await session.sitesOfClient(clientId))[0]?.id ?? null,
  });
  settle(
    missing.map(({ company }) => company),
    await pMap(results, async (result, index) => standInSite(result, missing[index]?.clientId, session), {
      concurrency: concurrentReads,
    }),
    (company, { id }) => {
      company.siteId = id;
    },
  );
}

/** Some PSAs give each new client a site of their own and refuse another: theirs serves as well. */
async function standInSite(
  result: WriteResult,
  clientId: number | undefined,
  session: PsaSession,
): Promise<WriteResult> {
  if (result.ok || result.uncertain || clientId === undefined) {
    return result;
  }
  const ids = (await session.sitesOfClient(clientId)).map(({ id }) => id);
  return ids.length === 0 ? result : { ok: true, id: Math.min(...ids) };
}

function settle(
  companies: readonly Company[],
  results: readonly WriteResult[],
  keep: (company: Company, written: Extract<WriteResult, { ok: true }>) => void,
): void {
  companies.forEach((company, index) => {
    const result = results[index] ?? { ok: false, uncertain: true, message: 'The PSA gave no answer' };
    if (result.ok) {
      keep(company, result);
    } else {
      company.isUnsettled = result.uncertain || company.clientId !== null;
      company.rows.forEach((row) => {
        failRow(row, result);
      });
    }
  });
}
