import type { KnownCompany } from '../../ports/import-store.js';
import type { NewPsaClient } from '../../ports/psa.js';
import type { StageContext } from '../batch.js';
import type { ImportRowState } from '../import-row-state.js';

/** A company that new leads belong to, on its way to a client and a site. */
export interface Company {
  readonly key: string;
  readonly rows: ImportRowState[];
  readonly client: NewPsaClient;
  clientId: number | null;
  siteId: number | null;
  /** True where the client was created by this batch. */
  isCreated: boolean;
  /** True while the PSA may hold something of it that is not remembered. */
  isUnsettled: boolean;
}

/** As `recall`, by what the batch has asked ahead. */
export async function recallAsked(
  companies: readonly Company[],
  { ahead, store }: StageContext,
): Promise<Company[]> {
  const asked = (await ahead?.hints)?.companies;
  return asked === undefined || companies.some(({ key }) => !asked.has(key))
    ? await recall(companies, store)
    : recallFrom(companies, asked);
}

/** Fills in what is remembered; answers the companies that are not. */
export async function recall(
  companies: readonly Company[],
  store: StageContext['store'],
): Promise<Company[]> {
  return recallFrom(companies, await store.findCompanies(companies.map(({ key }) => key)));
}

function recallFrom(
  companies: readonly Company[],
  remembered: ReadonlyMap<string, KnownCompany | null>,
): Company[] {
  return companies.filter((company) => {
    const known = remembered.get(company.key) ?? null;
    // A contact that is known with another client of that name stays with its client.
    if (known === null || (company.clientId !== null && company.clientId !== known.clientId)) {
      return true;
    }
    company.clientId = known.clientId;
    company.siteId = known.siteId;
    company.rows.forEach((state) => {
      state.arePsaIdsRemembered = true;
    });
    return false;
  });
}

/** Remembers the companies that have a client and a site now. */
export async function remember(companies: readonly Company[], store: StageContext['store']): Promise<void> {
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
