import { suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';

import type { BatchRecord, ImportStore, SuppressedKey } from '../../ports/import-store.js';
import type { OptOutRequest } from '../../ports/suppression.js';
import { externalIdKey, type DryRunMemory } from './dry-run-memory.js';

const nothing = async (): Promise<void> => Promise.resolve();

/** A suppression that is not yet written; it has no id. */
const futureEntry = { suppressionId: '' };

/**
 * The store of a dry run. It lists every write explicitly, so that a new one cannot slip through: each either
 * remembers or does nothing. Only the outcomes of the job's own rows are stored. Claims are read but not
 * taken: a dry run that is killed leaves none behind, and never blocks an import.
 */
export function recordingStore(store: ImportStore, memory: DryRunMemory): ImportStore {
  return {
    claim: async (keys) => store.lookAtClaims(keys),
    lookAtClaims: async (keys) => store.lookAtClaims(keys),
    reserveFence: async () => Promise.resolve(0),
    renewClaims: async () => Promise.resolve(true),
    releaseClaims: nothing,

    async findKnown(asked) {
      const known = await store.findKnown(asked);
      return {
        ...known,
        companies: new Map([...known.companies, ...futureCompaniesOf(asked.companyKeys, memory)]),
        optedOut: withFuture(asked.personKeys, known.optedOut, memory),
      };
    },
    findMatches: async (ids) => store.findMatches(ids),
    openMatches: nothing,
    reopenMatches: nothing,
    async findExternalIds(ids) {
      const future = ids.flatMap((id) => memory.externalIds.get(externalIdKey(id)) ?? []);
      return [...future, ...(await store.findExternalIds(ids))];
    },
    findOptedOut: async (keys) => withFuture(keys, await store.findOptedOut(keys), memory),
    findErased: async (keys) => store.findErased(keys),
    isErasureComing: async (since) => store.isErasureComing(since),
    keysOfOptOuts: async (requests) => store.keysOfOptOuts(requests),
    ticketsOfOthers: async (ticketIds, key) => store.ticketsOfOthers(ticketIds, key),
    areTicketIdsTaken: async () => Promise.resolve(false),
    reserveIds: async (_kind, count) => Promise.resolve(memory.reserve(count)),

    ...futureCompanies(store, memory),

    saveIntents: nothing,
    async record(batch) {
      memory.add(batch);
      memory.optOut(await store.keysOfOptOuts(optOutsOf(batch)));
      const { countsProgress, at, rows } = batch;
      const dryRun = memory.takeRequests(batch);
      if (rows.length > 0) {
        return await store.record({
          fence: 0,
          countsProgress,
          at,
          rows,
          leads: [],
          listGroups: [],
          events: [],
          errorLogEntries: [],
          dryRun,
        });
      }
      return { behind: Promise.resolve() };
    },
    saveErrorLogEntries: nothing,

    openListGroups: async () => Promise.resolve([]),
    markListGroups: nothing,
    replaceListGroup: nothing,
    leaveListsToOptOuts: nothing,
  };
}

/** The stored companies, plus those that the dry run would have stored. */
function futureCompanies(
  store: ImportStore,
  memory: DryRunMemory,
): Pick<ImportStore, 'findCompanies' | 'rememberCompanies' | 'forgetCompanies' | 'forgetFormerCompanies'> {
  return {
    findCompanies: async (companyKeys) =>
      new Map([...(await store.findCompanies(companyKeys)), ...futureCompaniesOf(companyKeys, memory)]),
    async rememberCompanies(companies) {
      companies.forEach((company) => memory.companies.set(company.companyKey, company));
      return Promise.resolve();
    },
    forgetCompanies: nothing,
    forgetFormerCompanies: nothing,
  };
}

function futureCompaniesOf(keys: readonly string[], { companies }: DryRunMemory) {
  return keys.flatMap((key) => {
    const company = companies.get(key);
    return company === undefined ? [] : [[key, company] as const];
  });
}

function withFuture(
  keys: readonly SuppressionKey[],
  stored: ReadonlyMap<string, SuppressedKey>,
  { optedOut }: DryRunMemory,
): ReadonlyMap<string, SuppressedKey> {
  const found = new Map(stored);
  for (const key of keys.map(suppressionKeyText)) {
    const known = found.get(key);
    // A person's own opt-out counts before that of the domain.
    if (optedOut.has(key) && (known === undefined || known.isOfDomain === true)) {
      found.set(key, futureEntry);
    }
  }
  return found;
}

function optOutsOf({ leads, optOuts = [] }: BatchRecord): readonly OptOutRequest[] {
  return [...optOuts, ...leads.flatMap(({ hasOptedOut, optOut }) => (hasOptedOut ? [optOut()] : []))];
}
