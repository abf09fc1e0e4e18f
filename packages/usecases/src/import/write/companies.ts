import { setTimeout as sleep } from 'node:timers/promises';

import pMap from 'p-map';

import { StaleClaimError, type Claims } from '../../ports/import-store.js';
import type { PsaSession } from '../../ports/psa.js';
import type { ImportBatch, StageContext } from '../batch.js';
import { companyOfLead } from '../client-of-lead.js';
import { isResumed, latestAcceptance, planned, type CleanRow, type DecidedRow } from '../import-row-state.js';
import { allEnded } from '../../work/all-ended.js';
import { withClaims } from '../../work/with-claims.js';
import { settleInherited } from '../../work/settle-inherited.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';
import type { Freshness } from '../../psa/psa-cache.js';
import {
  givenClient,
  readClues,
  reviewOf,
  ruleOfPlaced,
  type CompanyClues,
  type GivenClient,
} from '../match/index.js';
import { reviewsOf } from './company-reviews.js';
import { createCompanies, sitesOf } from './create-companies.js';
import { observeResumed } from './observe-resumed.js';
import { clientKey, recall, recallKnown, remember, type Company } from './remembered-companies.js';

const waitRound = 100;
const maxWaitRounds = 200;

/**
 * Sets the client and site of each new lead's company: stored, found in the PSA, or newly created. Rows of
 * one company create it only once. That companies are stored is under way when this resolves. A lead whose
 * ticket an earlier run has created has them from there.
 *
 * @param begun resolves when the steps before the first write to the PSA are done
 */
export async function createClientsAndSites(
  rows: readonly DecidedRow[],
  begun: Promise<void>,
  context: StageContext,
): Promise<void> {
  const placed = [...planned(rows, 'create'), ...planned(rows, 'adopt')];
  const isPlaced = ({ psaIds }: DecidedRow): boolean => psaIds.clientId !== null;
  const [known, others] = [placed.filter(isPlaced), placed.filter((state) => !isPlaced(state))];
  await observeResumed(known, context);
  const clues = await readClues(placed, context);
  const companies = groupByCompany(placed, clues, context);
  await openDoubts(companies, clues, context);
  const isHeld = ({ key }: Company): boolean => context.claims.held.has(claimKey(key));
  let waiting = await recallKnown(
    companies.filter(({ siteId }) => siteId === null),
    context,
  );
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
  for (const { rows: members, clientId, siteId, rule, isNamed } of companies) {
    for (const state of members) {
      const ruleOfRow = state.companyMatch?.rule ?? rule;
      const its = clues.get(state);
      state.psaIds = { ...state.psaIds, clientId, siteId };
      state.companyMatch = ruleOfRow === null ? null : { rule: ruleOfRow, clientId };
      state.companyReview = its === undefined ? null : reviewOf(its, isNamed ? clientId : null);
    }
  }
  await observeResumed(others, context);
}

/** Once companies in doubt have a client, the doubt no longer shows: a run that is killed would lose it. */
async function openDoubts(
  companies: readonly Company[],
  clues: ReadonlyMap<DecidedRow, CompanyClues>,
  { known, store }: StageContext,
): Promise<void> {
  const doubts = companies.flatMap(({ rows }) =>
    rows.flatMap((state) => {
      const its = clues.get(state);
      const found = its === undefined ? null : (known.companies.get(its.key)?.clientId ?? null);
      return its === undefined || its.open !== null ? [] : (reviewOf(its, found) ?? []);
    }),
  );
  if (doubts.length > 0) {
    await store.openMatches(reviewsOf(doubts.map((review) => ({ ...review, leadIds: [] }))));
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
      await remember(mine, context);
    } finally {
      mine
        .filter(({ isUnsettled }) => isUnsettled)
        .forEach(({ key }) => context.unsettled.add(claimKey(key)));
    }
  });
}

/** Under claims of their own. Companies that another batch is creating are stored by the next round. */
async function settleOthers(
  unknown: readonly Company[],
  begun: Promise<void>,
  context: StageContext,
): Promise<Company[]> {
  const { store } = context;
  return await untilWritten(context, async (written) =>
    withClaims(store, {
      keys: [...new Set(unknown.map(({ key }) => claimKey(key)))],
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
        await remember(mine, context);
      },
      unsettled: () => unknown.filter(({ isUnsettled }) => isUnsettled).map(({ key }) => claimKey(key)),
    }),
  );
}

/** Resolves once `work` has written to the PSA. If the rest fails, the claims of its companies stay unsettled. */
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
  const isLookedFor = ({ isGiven }: Company): boolean => !isGiven;
  await findClientsLive(inherited.filter(isLookedFor), context, {
    notBefore: context.clock.now(),
    upcoming: 0,
  });
  await findClients(
    mine.filter((company) => isLookedFor(company) && !inherited.includes(company)),
    context,
    {
      notBefore: latestAcceptance(context.batch.rows, context),
      upcoming: context.batch.upcoming,
    },
  );
  const found = mine.filter(({ clientId, siteId }) => clientId !== null && siteId === null);
  await pMap(found, async (company) => findSite(company, context.session), { concurrency: concurrentReads });
  await isReady();
  await createCompanies(mine, context);
}

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

/** The companies of rows without a client or a site. The contacts, or the tickets, of the others have theirs. */
function groupByCompany(
  rows: readonly DecidedRow[],
  clues: ReadonlyMap<DecidedRow, CompanyClues>,
  context: StageContext,
): Company[] {
  const companies = new Map<string, Company>();
  for (const state of rows) {
    const its = clues.get(state);
    if (its === undefined) {
      continue;
    }
    const isPlaced = state.psaIds.clientId !== null && state.psaIds.siteId !== null;
    if (isPlaced || state.plan?.kind === 'adopt') {
      takePlace(state, its, context);
      continue;
    }
    const given = state.psaIds.clientId === null ? givenClient(its, context) : null;
    const id = given === null ? JSON.stringify([its.key, its.domains]) : clientKey(given.clientId);
    const company = companies.get(id) ?? newCompany(its, given);
    if (given !== null) {
      state.companyMatch = { rule: given.rule, clientId: given.clientId };
      state.clientName = given.name;
      state.arePsaIdsRemembered = true;
    }
    // A contact with a known client but no site stays with its client.
    company.clientId ??= state.psaIds.clientId;
    company.rows.push(state);
    companies.set(id, company);
  }
  return [...companies.values()];
}

function takePlace(state: DecidedRow, its: CompanyClues, context: StageContext): void {
  const { clientId } = state.psaIds;
  const rule = ruleOfPlaced(state, its, context);
  state.companyMatch = rule === null ? null : { rule, clientId };
  if (rule === 'name' && isResumed(state, context)) {
    state.companyReview = reviewOf(its, clientId);
  }
}

function newCompany({ key, client, domains, owners }: CompanyClues, given: GivenClient | null): Company {
  return {
    key: given === null ? key : clientKey(given.clientId),
    client,
    domains,
    isOwned: owners.length > 0,
    isGiven: given !== null,
    rows: [],
    followers: [],
    rule: null,
    isNamed: false,
    clientId: given?.clientId ?? null,
    siteId: given?.siteId ?? null,
    isCreated: false,
    isUnsettled: false,
  };
}

/** Finds clients in the mirror for companies whose rows the mirror covers, and all others live. */
async function findClients(
  companies: readonly Company[],
  context: StageContext,
  options: Freshness,
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
    take(company, found.get(company.key) ?? []);
    company.rows.forEach((state) => {
      state.arePsaIdsRemembered ||= company.isNamed;
    });
  }
  const live = companies.filter((company) => !mirrored.includes(company));
  await findClientsLive(live, context, { ...options, upcoming: 0 });
}

async function findClientsLive(
  companies: readonly Company[],
  { caches, session }: StageContext,
  options: Freshness,
): Promise<void> {
  const wanted = new Map(companies.map(({ key, client }) => [key, { key, term: client.name }]));
  const found = await caches.clients.find(session, [...wanted.values()], options);
  for (const company of companies) {
    take(company, found.get(company.key) ?? []);
  }
}

/** The oldest of the clients with the name of a company. */
function take(company: Company, clients: readonly { readonly id: number }[]): void {
  const ids = clients.map(({ id }) => id);
  company.isNamed = ids.length > 0;
  company.clientId = ids.length === 0 ? null : Math.min(...ids);
  company.rule = company.isNamed ? 'name' : null;
}

async function findSite(company: Company, session: PsaSession): Promise<void> {
  if (company.clientId !== null) {
    const sites = await (company.isGiven
      ? sitesOf(company.clientId, session)
      : session.sitesOfClient(company.clientId));
    company.siteId = sites.length === 0 ? null : Math.min(...sites.map(({ id }) => id));
  }
}
