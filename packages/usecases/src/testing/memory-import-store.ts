import { domainKeysOf, suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';

import { StaleClaimError } from '../ports/import-store.js';
import type {
  BatchRecord,
  Claims,
  ImportIntent,
  ImportStore,
  KnownCompany,
  KnownLead,
  LeadWrite,
  ListGroup,
  RowOutcome,
  RowRef,
  SuppressedKey,
} from '../ports/import-store.js';
import type { KnownMatch } from '../ports/company-matches.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type { JobEnd } from '../ports/job-runs.js';

/** The unique key of a row in a memory store. */
export function refText({ jobId, index }: RowRef): string {
  return `${jobId}#${index}`;
}

/** Locks by key, as specified by `ImportStore`; they never expire. */
export function createMemoryClaims() {
  const holders = new Map<string, string>();
  /** Keys that were released unsettled, with the milliseconds since. */
  const unsettled = new Map<string, number>();
  let lastFence = 0;

  const nextFence = (): number => (lastFence += 1);

  function look(keys: readonly string[], fence = nextFence()): Claims {
    const held = keys.filter((key) => !holders.has(key));
    const inherited = held.filter((key) => unsettled.has(key));
    return {
      fence,
      holder: `holder ${fence}`,
      held: new Set(held),
      busy: new Set(keys.filter((key) => holders.has(key))),
      inherited: new Set(inherited),
      inheritedForMs: Math.min(...inherited.map((key) => unsettled.get(key) ?? 0)),
    };
  }

  return {
    holders,
    unsettled,
    reserveFence: async (): Promise<number> => nextFence(),
    async claim(keys: readonly string[], _leaseMs: number, fence?: number): Promise<Claims> {
      const claims = look(keys, fence);
      claims.held.forEach((key) => holders.set(key, claims.holder));
      claims.inherited.forEach((key) => unsettled.delete(key));
      return claims;
    },
    lookAtClaims: async (keys: readonly string[]): Promise<Claims> => look(keys),
    renewClaims: async ({ held, holder }: Claims): Promise<boolean> =>
      [...held].every((key) => holders.get(key) === holder),
    async releaseClaims({ held, holder }: Claims, left: readonly string[] = []): Promise<void> {
      for (const key of held) {
        if (holders.get(key) === holder) {
          holders.delete(key);
        }
      }
      left.forEach((key) => unsettled.set(key, 0));
    },
  };
}

/**
 * An import store in memory: the next batch finds what a batch records. It refuses rows that were already
 * recorded, or whose job has ended, as specified by the port.
 */
export function createMemoryImportStore() {
  const claims = createMemoryClaims();
  const leads = new Map<string, KnownLead>();
  const optedOut = new Map<string, SuppressedKey>();
  const erased = new Map<string, number>();
  const comingErasures: number[] = [];
  const companies = new Map<string, KnownCompany>();
  /** The entries of companies that people have decided on. */
  const matches = new Map<string, KnownMatch>();
  const intents = new Map<string, ImportIntent>();
  const outcomes = new Map<string, RowOutcome>();
  const endedJobs = new Set<string>();
  const ends = new Map<string, JobEnd>();
  const records: BatchRecord[] = [];
  const groups = new Map<string, ListGroup>();
  const errorLog: NewErrorLogEntry[] = [];
  const lastIds = { lead: 0, prospect: 0 };

  function optOut(keys: readonly SuppressionKey[], suppressionId: string | null = 'sup_1'): void {
    keys.forEach((key) => optedOut.set(suppressionKeyText(key), { suppressionId }));
  }

  const store: ImportStore = {
    ...claims,
    findKnown: async ({ keys, companyKeys, matchIds, personKeys }) => ({
      leads: pick(leads, keys),
      companies: pick(companies, companyKeys),
      matches: pick(matches, matchIds),
      optedOut: new Map(personKeys.flatMap((key) => gateOf(optedOut, key))),
      highest: {
        ticketId: Math.max(0, ...[...leads.values()].map(({ psaTicketId }) => psaTicketId ?? 0)),
        clientId: Math.max(0, ...[...companies.values()].map(({ clientId }) => clientId)),
      },
    }),
    findExternalIds: async (ids) =>
      [...leads.values()].flatMap(({ leadId, key, externalIds }) =>
        externalIds
          .filter((held) => ids.some((id) => isSame(id, held)))
          .map((held) => ({ ...held, leadId, key })),
      ),
    findOptedOut: async (keys) => new Map(keys.flatMap((key) => gateOf(optedOut, key))),
    findErased: async (keys) => pick(erased, keys.map(suppressionKeyText)),
    isErasureComing: async (since) => comingErasures.some((at) => at >= since),
    keysOfOptOuts: async (requests) => requests.flatMap(({ keys }) => keys),
    ticketsOfOthers: async (ticketIds, key) => {
      const others = [...leads.values()].filter((lead) => lead.key !== key);
      return new Set(ticketIds.filter((id) => others.some(({ psaTicketId }) => psaTicketId === id)));
    },
    areTicketIdsTaken: async (ticketIds) =>
      [...leads.values()].some(({ psaTicketId }) => psaTicketId !== null && ticketIds.includes(psaTicketId)),
    async reserveIds(kind, count) {
      const first = lastIds[kind] + 1;
      lastIds[kind] += count;
      return first;
    },

    findMatches: async (ids) => pick(matches, ids),
    async openMatches(reviews) {
      for (const { matchId, reason, candidates } of reviews) {
        const fresh = { matchId, reason, candidates, decision: null, siteId: null, isMirrored: false };
        matches.set(matchId, matches.get(matchId) ?? fresh);
      }
    },
    async reopenMatches(clientIds) {
      for (const [id, match] of matches) {
        if (
          match.decision !== null &&
          'clientId' in match.decision &&
          clientIds.includes(match.decision.clientId)
        ) {
          matches.set(id, { ...match, decision: null });
        }
      }
    },
    findCompanies: async (keys) => pick(companies, keys),
    async rememberCompanies(known) {
      known.forEach((company) => companies.set(company.companyKey, company));
    },
    async forgetCompanies(clientIds) {
      forget(companies, ({ clientId }) => clientIds.includes(clientId));
    },
    async forgetFormerCompanies(created) {
      const lowest = Math.min(...created.map(({ clientId }) => clientId));
      forget(companies, ({ clientId }) => clientId >= lowest);
    },

    async saveIntents(_batch, written) {
      if (written.some(({ ref }) => endedJobs.has(ref.jobId))) {
        throw new StaleClaimError('A job has ended');
      }
      written.forEach(({ ref, intent }) => intents.set(refText(ref), intent));
    },
    async record(batch) {
      if (batch.rows.some(({ ref }) => outcomes.has(refText(ref)) || endedJobs.has(ref.jobId))) {
        throw new StaleClaimError('Another worker has recorded a row');
      }
      records.push(batch);
      batch.rows.forEach(({ ref, outcome, end }) => {
        outcomes.set(refText(ref), outcome);
        if (end !== undefined) {
          ends.set(ref.jobId, end);
          endedJobs.add(ref.jobId);
        }
      });
      batch.leads.forEach((lead) => leads.set(lead.key, knownOf(lead, leads.get(lead.key), batch.at)));
      (batch.optOuts ?? []).forEach(({ keys }) => {
        optOut(keys);
      });
      batch.leads
        .filter(({ hasOptedOut }) => hasOptedOut)
        .forEach((lead) => {
          optOut(lead.optOut().keys);
        });
      batch.listGroups.forEach((group) => groups.set(group.groupId, group));
      errorLog.push(...batch.errorLogEntries);
      return { behind: Promise.resolve() };
    },
    async saveErrorLogEntries(entries) {
      errorLog.push(...entries);
    },

    openListGroups: async (jobIds) =>
      [...groups.values()].filter(
        ({ jobId, state }) => jobIds.includes(jobId) && (state === 'planned' || state === 'attempted'),
      ),
    async markListGroups(marked, state) {
      marked.forEach((group) => groups.set(group.groupId, { ...group, state }));
    },
    async replaceListGroup(group, parts) {
      groups.delete(group.groupId);
      parts.forEach((part) => groups.set(part.groupId, part));
    },
    async leaveListsToOptOuts(jobIds) {
      [...groups.values()]
        .filter(({ jobId, ofOptOuts, state }) => jobIds.includes(jobId) && ofOptOuts && state !== 'added')
        .forEach((group) => groups.set(group.groupId, { ...group, state: 'refused' }));
    },
  };

  return {
    ...store,
    ...{ erased, comingErasures },
    ...{
      optOut,
      leads,
      optedOut,
      companies,
      matches,
      intents,
      outcomes,
      endedJobs,
      ends,
      records,
      groups,
      errorLog,
    },
    ...{ holders: claims.holders, unsettled: claims.unsettled },
  };
}

export type MemoryImportStore = ReturnType<typeof createMemoryImportStore>;

function knownOf(lead: LeadWrite, before: KnownLead | undefined, updatedAt: string): KnownLead {
  const { leadId, key, psaTicketId, psaUserId, externalIds, personKeys, fields } = lead;
  return {
    ...{ leadId, key, psaTicketId, psaUserId, externalIds, personKeys, fields, updatedAt },
    isEarly: before?.isEarly ?? true,
    sources: lead.bySource,
    doNotContact: lead.merged.doNotContact,
    isUndone: before?.isUndone === true && !lead.revives,
  };
}

function isSame(
  one: { readonly source: string; readonly externalId: string },
  other: { readonly source: string; readonly externalId: string },
): boolean {
  return one.source === other.source && one.externalId === other.externalId;
}

function pick<V>(from: ReadonlyMap<string, V>, keys: readonly string[]): ReadonlyMap<string, V> {
  return new Map([...from].filter(([key]) => keys.includes(key)));
}

function forget<V>(from: Map<string, V>, isGone: (value: V) => boolean): void {
  [...from].filter(([, value]) => isGone(value)).forEach(([key]) => from.delete(key));
}

/** A domain that has opted out blocks its emails. */
function gateOf(
  optedOut: ReadonlyMap<string, SuppressedKey>,
  key: SuppressionKey,
): readonly (readonly [string, SuppressedKey])[] {
  const text = suppressionKeyText(key);
  const own = optedOut.get(text);
  const [ofDomain] = domainKeysOf(key).flatMap((domain) => optedOut.get(suppressionKeyText(domain)) ?? []);
  if (own !== undefined) {
    return [[text, own]];
  }
  return ofDomain === undefined ? [] : [[text, { ...ofDomain, isOfDomain: true }]];
}
