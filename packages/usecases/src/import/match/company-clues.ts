import { companyKey, domainsOfLead, doubtOf, ownerOf, type CompanyRule, type Lead } from '@leadbridge/domain';
import pMap from 'p-map';

import { withWritten } from '../../mirror/client-directory.js';
import type { KnownMatch, MatchCandidate, MatchPair } from '../../ports/company-matches.js';
import type { ClientInMirror } from '../../ports/psa-mirror.js';
import type { NewPsaClient, PsaSession } from '../../ports/psa.js';
import { matchIdOf } from '../../psa/company-match-id.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';
import type { StageContext } from '../batch.js';
import { companyOfLead } from '../client-of-lead.js';
import type { DecidedRow } from '../import-row-state.js';

/** A client that a company has without being looked for by its name. */
export interface GivenClient {
  readonly rule: 'alias' | 'domain';
  readonly clientId: number;
  readonly name: string;
  /** A site that is stored for it. */
  readonly siteId: number | null;
}

/** What is known about the client of a lead's company before it is looked for by its name. */
export interface CompanyClues {
  readonly key: string;
  readonly client: NewPsaClient;
  /** The client that somebody has decided on; it is not looked for. */
  readonly alias: GivenClient | null;
  /** Empty if they do not count. */
  readonly domains: readonly string[];
  /** The clients with one of the domains. */
  readonly owners: readonly ClientInMirror[];
  /** The clients with the name, as the mirror shows them. */
  readonly named: readonly ClientInMirror[];
  /** The pair that people decide on if name and domains do not; null if they need not. */
  readonly pair: MatchPair | null;
  /** The entry of the pair, while it is open. */
  readonly open: KnownMatch | null;
}

interface NamedCompany {
  readonly key: string;
  readonly client: NewPsaClient;
  readonly domains: readonly string[];
  /** The entries that concern it: those of its domains, and the alias that holds for every domain. */
  readonly matchIds: readonly string[];
}

export function namedCompanyOf(lead: Lead, session: Pick<PsaSession, 'fit'>): NamedCompany {
  const { key, client } = companyOfLead(lead, session);
  const domains = domainsOfLead(lead);
  return { key, client, domains, matchIds: [...domains, null].map((domain) => matchIdOf(key, domain)) };
}

interface Asked extends NamedCompany {
  readonly state: DecidedRow;
  readonly matches: readonly KnownMatch[];
}

/** Decisions of people, and clients with the name or a domain of the company. Only a whole mirror has domains. */
export async function readClues(
  rows: readonly DecidedRow[],
  context: StageContext,
): Promise<ReadonlyMap<DecidedRow, CompanyClues>> {
  const asked = await withMatches(rows, context);
  const gone = await clientsGone(
    asked.flatMap(({ matches }) => matches),
    context,
  );
  await context.store.reopenMatches([...gone]);
  const undecided = asked.filter(
    ({ domains, matches }) => domains.length > 0 && decisionOf(matches, gone) === null,
  );
  const directory = await clientsFor(undecided, context);
  return new Map(
    asked.map((each) => [
      each.state,
      directory === null || !undecided.includes(each)
        ? { ...blind(each), alias: aliasOf(each.matches, gone) }
        : cluesIn(directory, each),
    ]),
  );
}

function blind({ key, client }: Asked): CompanyClues {
  return { key, client, alias: null, domains: [], owners: [], named: [], pair: null, open: null };
}

function cluesIn(directory: readonly ClientInMirror[], asked: Asked): CompanyClues {
  const { key, client, domains, matches } = asked;
  const [domain = null] = domains;
  const matchId = matchIdOf(key, domain);
  return {
    ...blind(asked),
    domains,
    owners: directory.filter((each) => domains.some((own) => each.domains.includes(own))),
    named: directory.filter((each) => each.keys.includes(key)),
    pair: { matchId, companyKey: key, company: client.name, domain },
    open: matches.find((match) => match.matchId === matchId) ?? null,
  };
}

async function withMatches(
  rows: readonly DecidedRow[],
  { session, known, store }: StageContext,
): Promise<readonly Asked[]> {
  const asked = rows.map((state) => ({ state, ...namedCompanyOf(state.merged, session) }));
  const ids = asked.flatMap(({ matchIds }) => matchIds);
  const isKnown = ids.every((id) => known.askedMatches.has(id));
  const found = isKnown ? known.matches : await store.findMatches(ids);
  return asked.map((each) => ({ matches: each.matchIds.flatMap((id) => found.get(id) ?? []), ...each }));
}

/** The clients of decisions that the PSA no longer has: removed, or merged into others. */
async function clientsGone(
  matches: readonly KnownMatch[],
  { directory, session }: StageContext,
): Promise<ReadonlySet<number>> {
  const doubtful = new Map(
    matches.flatMap(({ decision, isMirrored }) =>
      decision === null || 'separate' in decision || isMirrored ? [] : [[decision.clientId, decision.name]],
    ),
  );
  if (doubtful.size === 0) {
    return new Set();
  }
  const isKnown = directory !== null && (await directory.clientsOf({ keys: [], domains: [] })) !== null;
  if (isKnown) {
    return new Set(doubtful.keys());
  }
  const gone = await pMap(
    doubtful,
    async ([clientId, name]) => {
      const found = await session.searchClients(name);
      return found.some(({ id }) => id === clientId) ? [] : [clientId];
    },
    { concurrency: concurrentReads },
  );
  return new Set(gone.flat());
}

function decisionOf(matches: readonly KnownMatch[], gone: ReadonlySet<number>): KnownMatch | null {
  return (
    matches.find(
      ({ decision }) => decision !== null && ('separate' in decision || !gone.has(decision.clientId)),
    ) ?? null
  );
}

function aliasOf(matches: readonly KnownMatch[], gone: ReadonlySet<number>): CompanyClues['alias'] {
  const { decision = null, siteId = null } = decisionOf(matches, gone) ?? {};
  return decision === null || 'separate' in decision ? null : { rule: 'alias', ...decision, siteId };
}

/** Null if domains do not count. */
async function clientsFor(
  asked: readonly Asked[],
  { settings, directory, observed }: StageContext,
): Promise<readonly ClientInMirror[] | null> {
  if (settings().companyMatching !== 'domain' || directory === null || asked.length === 0) {
    return null;
  }
  const wanted = {
    keys: [...new Set(asked.map(({ key }) => key))],
    domains: [...new Set(asked.flatMap(({ domains }) => domains))],
  };
  const found = await directory.clientsOf(wanted);
  return found === null ? null : withWritten(found, observed.all(), wanted);
}

/** The client of an alias; else, for a name that no client has, the only one with a domain of the company. */
export function givenClient(
  { key, alias, named, owners }: CompanyClues,
  { known }: Pick<StageContext, 'known'>,
): GivenClient | null {
  const id = ownerOf({ owners: new Set(owners.map(({ clientId }) => clientId)) });
  const owner = owners.find(({ clientId }) => clientId === id) ?? null;
  if (alias !== null || owner === null || named.length > 0 || known.companies.has(key)) {
    return alias;
  }
  const { clientId, name, siteId } = owner;
  return { rule: 'domain', clientId, name, siteId };
}

/** By which rule the client of a contact, or of a ticket, is the company's; null if by none. */
export function ruleOfPlaced(
  { contact, ticket, psaIds: { clientId } }: DecidedRow,
  { key, alias, named, owners }: CompanyClues,
  { known }: Pick<StageContext, 'known'>,
): CompanyRule | null {
  if (alias !== null && alias.clientId === clientId) {
    return 'alias';
  }
  const name = contact?.clientName ?? ticket?.clientName ?? null;
  const isOneOf = (clients: readonly ClientInMirror[]): boolean =>
    clients.some((client) => client.clientId === clientId);
  const isNamed =
    isOneOf(named) ||
    known.companies.get(key)?.clientId === clientId ||
    (name !== null && companyKey(name) === key);
  return isNamed ? 'name' : isOneOf(owners) ? 'domain' : null;
}

/**
 * What people have to decide on, once a company was looked for by its name; null for nothing. An entry that is
 * open counts the leads that meet it, whatever today's clients are.
 *
 * @param found the client with its name, according to the PSA
 */
export function reviewOf(
  { pair, open, named, owners, client }: CompanyClues,
  found: number | null,
): DecidedRow['companyReview'] {
  if (pair === null) {
    return null;
  }
  const ids = {
    named: new Set([...named.map(({ clientId }) => clientId), ...(found === null ? [] : [found])]),
    owners: new Set(owners.map(({ clientId }) => clientId)),
  };
  const reason = doubtOf(ids) ?? open?.reason ?? null;
  if (reason === null) {
    return null;
  }
  const shown = new Map([...named, ...owners].map((each) => [each.clientId, each]));
  const candidates = [...new Set([...ids.named, ...ids.owners])].map((clientId): MatchCandidate => {
    const { name = client.name, domains = [] } = shown.get(clientId) ?? {};
    const hasDomain = ids.owners.has(clientId);
    const why = !hasDomain ? 'name' : ids.named.has(clientId) ? 'name_and_domain' : 'domain';
    return { clientId, name, domains, why };
  });
  return { ...pair, reason, candidates };
}
