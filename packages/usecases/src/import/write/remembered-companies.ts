import type { CompanyRule } from '@leadbridge/domain';

import type { KnownCompany } from '../../ports/import-store.js';
import type { NewPsaClient } from '../../ports/psa.js';
import type { StageContext } from '../batch.js';
import type { DecidedRow } from '../import-row-state.js';

/** A company of new leads that is being given a client and a site. */
export interface Company {
  /** That of its name; `clientKey` for a client that its name does not find. */
  readonly key: string;
  readonly rows: DecidedRow[];
  readonly client: NewPsaClient;
  /** The domains of its leads; empty if they do not count. */
  readonly domains: readonly string[];
  /** Whether clients have one of the domains. */
  readonly isOwned: boolean;
  /** Whether an alias or a domain names its client, which is then not looked for. */
  readonly isGiven: boolean;
  /** Other companies of the batch that get the client that is created for this one. */
  readonly followers: Company[];
  /** How its client was found; null until it is, and for one that is given. */
  rule: CompanyRule | null;
  /** Whether the PSA, or our records, have a client with its name. */
  isNamed: boolean;
  clientId: number | null;
  siteId: number | null;
  isCreated: boolean;
  /** True while the PSA may contain something of it that is not stored. */
  isUnsettled: boolean;
}

/** As `recall`, using what the batch has read when it began. */
export async function recallKnown(
  companies: readonly Company[],
  { known, store }: Pick<StageContext, 'known' | 'store'>,
): Promise<Company[]> {
  return companies.some(({ key }) => !known.askedCompanies.has(key))
    ? await recall(companies, store)
    : recallFrom(companies, known.companies);
}

/** Fills in stored clients and sites; returns the companies without them. */
export async function recall(
  companies: readonly Company[],
  store: StageContext['store'],
): Promise<Company[]> {
  return recallFrom(companies, await store.findCompanies(companies.map(({ key }) => key)));
}

function recallFrom(companies: readonly Company[], remembered: ReadonlyMap<string, KnownCompany>): Company[] {
  return companies.filter((company) => {
    const known = remembered.get(company.key) ?? null;
    // A contact of another client with that name stays with its client.
    if (known === null || (company.clientId !== null && company.clientId !== known.clientId)) {
      return true;
    }
    company.clientId = known.clientId;
    company.siteId = known.siteId;
    company.isNamed = !company.isGiven;
    company.rule = company.isGiven ? null : 'name';
    company.rows.forEach((state) => {
      state.arePsaIdsRemembered = true;
    });
    return false;
  });
}

/**
 * The key under which the site of a client is stored that was not found by its name: stored under the name, it
 * would outlast the decision or the setting. No name has a colon in its key.
 */
export function clientKey(clientId: number): string {
  return `client:${clientId}`;
}

export async function remember(
  companies: readonly Company[],
  context: Pick<StageContext, 'store' | 'known' | 'clock' | 'startedAt'>,
): Promise<void> {
  const { store, known } = context;
  const settled = companies.filter(({ clientId, siteId }) => clientId !== null && siteId !== null);
  // One that follows another by its domain has the client under the name of that one.
  const stored = settled.filter(({ rule }) => rule !== 'domain');
  const created = settled.flatMap(({ key, clientId, isCreated }) =>
    isCreated && clientId !== null ? [{ companyKey: key, clientId }] : [],
  );
  const ids = created.map(({ clientId }) => clientId);
  if (mayBeIssuedAgain(ids, known.highest.clientId, context)) {
    await store.forgetFormerCompanies(created);
  }
  await store.rememberCompanies(
    stored.flatMap(({ key, clientId, siteId }): KnownCompany[] =>
      clientId === null || siteId === null ? [] : [{ companyKey: key, clientId, siteId }],
    ),
  );
  settled.forEach((company) => {
    company.isUnsettled = false;
  });
}

const knownForMs = 20_000;

/**
 * Whether our records may have an id that the PSA has just issued. It issues ids again once it was restored from a
 * backup: those that it had issued since, none of which is above the highest that we knew when the batch began.
 * After a long time, the highest may be another.
 */
export function mayBeIssuedAgain(
  ids: readonly number[],
  highestKnown: number,
  { clock, startedAt }: Pick<StageContext, 'clock' | 'startedAt'>,
): boolean {
  const isOld = clock.now() - startedAt > knownForMs;
  return ids.some((id) => isOld || id <= highestKnown);
}
