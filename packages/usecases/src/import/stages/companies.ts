import { setTimeout as sleep } from 'node:timers/promises';

import { companyKey } from '@leadbridge/domain';
import pMap from 'p-map';

import { StaleClaimError, type Claims } from '../../ports/import-store.js';
import type { PsaSession, WriteResult } from '../../ports/psa.js';
import type { ImportBatch, StageContext } from '../batch.js';
import { companyOfLead, siteName } from '../client-of-lead.js';
import { latestAcceptance, planned, type CleanRow, type ImportRowState } from '../import-row-state.js';
import { allEnded } from '../../work/all-ended.js';
import { withClaims } from '../../work/with-claims.js';
import { settleInherited } from '../../work/settle-inherited.js';
import { writeOnce } from '../../work/write-once.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';
import { failRow } from './failures.js';
import { recall, recallKnown, remember, type Company } from './remembered-companies.js';

const waitRound = 100;
const maxWaitRounds = 200;

/**
 * Sets the client and site of each new lead's company: stored, found in the PSA, or newly created. Rows of
 * one company create it only once. That companies are stored is under way when this resolves.
 *
 * @param begun resolves when the steps before the first write to the PSA are done
 */
export async function createClientsAndSites(
  rows: readonly ImportRowState[],
  begun: Promise<void>,
  context: StageContext,
): Promise<void> {
  const companies = groupByCompany(
    planned(rows, 'create').filter(({ psaIds }) => psaIds.clientId === null || psaIds.siteId === null),
    context.session,
  );
  const isHeld = ({ key }: Company): boolean => context.claims.held.has(claimKey(key));
  let waiting = await recallKnown(companies, context);
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round > maxWaitRounds) {
      throw new StaleClaimError('Another worker holds a company that this work needs');
    }
    if (round > 0) {
      await begun;
      await sleep(waitRound);
      waiting = await recall(waiting, context.store);
    }
    const [held, others] = [waiting.filter(isHeld), waiting.filter((company) => !isHeld(company))];
    const busy = await allEnded([
      held.length === 0 ? [] : settleHeld(held, begun, context),
      others.length === 0 ? [] : settleOthers(others, begun, context),
    ]);
    waiting = busy.flat();
  }
  await begun;
  for (const { rows: members, clientId, siteId } of companies) {
    for (const state of members) {
      state.psaIds = { ...state.psaIds, clientId, siteId };
    }
  }
}

/** Finds or creates the companies that the batch itself holds, and has read since. */
async function settleHeld(
  mine: readonly Company[],
  begun: Promise<void>,
  context: StageContext,
): Promise<Company[]> {
  return await untilWritten(context, async (written) => {
    try {
      await settleCompanies(mine, context.claims, async () => begun, context);
      written([]);
      await remember(mine, context.store);
    } finally {
      mine
        .filter(({ isUnsettled }) => isUnsettled)
        .forEach(({ key }) => context.unsettled.add(claimKey(key)));
    }
  });
}

/**
 * Finds or creates the other companies under claims of their own, except for those that another batch is
 * creating at this moment: these wait for the next round, by which time they are stored.
 */
async function settleOthers(
  unknown: readonly Company[],
  begun: Promise<void>,
  context: StageContext,
): Promise<Company[]> {
  const { store } = context;
  return await untilWritten(context, async (written) =>
    withClaims(store, {
      keys: unknown.map(({ key }) => claimKey(key)),
      run: async (claims, assertHeld) => {
        const isBusy = ({ key }: Company): boolean => claims.busy.has(claimKey(key));
        // The previous holder of the claim may have created it.
        const mine = await recall(
          unknown.filter((company) => !isBusy(company)),
          store,
        );
        await settleInherited(claims, context.session);
        const isReady = async (): Promise<void> => begun.then(assertHeld);
        await settleCompanies(mine, claims, isReady, context);
        written(unknown.filter(isBusy));
        await remember(mine, store);
      },
      unsettled: () => unknown.filter(({ isUnsettled }) => isUnsettled).map(({ key }) => claimKey(key)),
    }),
  );
}

/**
 * Resolves with what `work` reports as soon as it has written to the PSA. The rest of it is under way: if
 * that fails, the claims of its companies remain unsettled.
 */
async function untilWritten(
  { underWay }: StageContext,
  work: (written: (busy: Company[]) => void) => Promise<void>,
): Promise<Company[]> {
  return await new Promise((resolve, reject) => {
    underWay.push(work(resolve).catch(reject));
  });
}

async function settleCompanies(
  mine: readonly Company[],
  claims: Claims,
  isReady: () => Promise<void>,
  context: StageContext,
): Promise<void> {
  const inherited = mine.filter(({ key }) => claims.inherited.has(claimKey(key)));
  inherited.forEach((company) => {
    company.isUnsettled = true;
  });
  await findClientsLive(inherited, context, { notBefore: context.clock.now(), upcoming: 0 });
  await findClients(
    mine.filter((company) => !inherited.includes(company)),
    context,
    {
      notBefore: latestAcceptance(context.batch.rows, context),
      upcoming: context.batch.upcoming,
    },
  );
  const found = mine.filter(({ clientId }) => clientId !== null);
  await pMap(found, async (company) => findSite(company, context.session), { concurrency: concurrentReads });
  await isReady();
  await createMissingClients(mine, context);
  await createMissingSites(mine, context.session);
}

/** What the creation of a lead's company is claimed by. */
export function companyClaimOf(
  { lead }: Pick<CleanRow, 'lead'>,
  { psa }: Pick<StageContext, 'psa'>,
  { priority }: Pick<ImportBatch, 'priority'>,
): string {
  return claimKey(companyOfLead(lead, psa.session({ priority })).key);
}

function claimKey(companyKey: string): string {
  return `company:${companyKey}`;
}

function groupByCompany(rows: readonly ImportRowState[], session: Pick<PsaSession, 'fit'>): Company[] {
  const companies = new Map<string, Company>();
  for (const state of rows) {
    const { key, client } = companyOfLead(state.merged, session);
    const company: Company = companies.get(key) ?? {
      key,
      client,
      rows: [],
      clientId: null,
      siteId: null,
      isCreated: false,
      isUnsettled: false,
    };
    // A contact with a known client but no site stays with its client.
    company.clientId ??= state.psaIds.clientId;
    company.rows.push(state);
    companies.set(key, company);
  }
  return [...companies.values()];
}

/** Finds clients in the mirror for companies whose rows the mirror covers, and all others live. */
async function findClients(
  companies: readonly Company[],
  context: StageContext,
  options: { readonly notBefore: number; readonly upcoming: number },
): Promise<void> {
  const covered = companies.filter(({ rows }) => rows.every(({ isMirrored }) => isMirrored));
  const view =
    covered.length === 0
      ? null
      : ((await context.mirror?.view(context.session, 'clients', options.notBefore)) ?? null);
  if (view === null) {
    await findClientsLive(companies, context, options);
    return;
  }
  const found = await view.byKeys(covered.map(({ key }) => key));
  const mirrored = covered.filter(({ key }) => view.provesAbsence || found.has(key));
  for (const company of mirrored) {
    const ids = (found.get(company.key) ?? []).map(({ id }) => id);
    company.clientId = ids.length === 0 ? null : Math.min(...ids);
    company.rows.forEach((state) => {
      state.arePsaIdsRemembered ||= ids.length > 0;
    });
  }
  const live = companies.filter((company) => !mirrored.includes(company));
  await findClientsLive(live, context, { ...options, upcoming: 0 });
}

async function findClientsLive(
  companies: readonly Company[],
  { caches, session }: StageContext,
  options: { readonly notBefore: number; readonly upcoming: number },
): Promise<void> {
  const found = await caches.clients.find(
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
  const { session, caches, observed } = context;
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
    caches.clients.add(created);
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

/** Some PSAs create a site with each new client and refuse a second one: the existing one is used. */
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
    const result = results[index] ?? { ok: false, uncertain: true, message: 'The PSA did not respond' };
    if (result.ok) {
      keep(company, result);
    } else {
      company.isUnsettled = result.uncertain || company.clientId !== null;
      company.rows.forEach((state) => {
        failRow(state, result);
      });
    }
  });
}
