import type { ImportPlan } from '@leadbridge/contracts';
import {
  companyKey,
  distinctKeys,
  gatingKeys,
  suppressionKeyText,
  type SuppressionKey,
} from '@leadbridge/domain';

import type { BatchRecord, ExternalId, KnownCompany, KnownLead } from '../../ports/import-store.js';
import type { PlannedRequests } from '../../ports/jobs.js';
import type { WriteRecorder } from '../../ports/psa.js';

type ExternalIdHolder = ExternalId & Pick<KnownLead, 'leadId' | 'key'>;

export function externalIdKey({ source, externalId }: ExternalId): string {
  return JSON.stringify([source, externalId]);
}

/**
 * What a dry run remembers in place of writing it, for as long as it runs: an import finds for its later rows what its earlier ones have
 * written. What is not there yet has a number below zero.
 */
export interface DryRunMemory {
  readonly recorder: WriteRecorder;
  /** The first of so many numbers that are given to nothing else. */
  reserve(count: number): number;
  /** True for one row alone: the others find what that one would create. */
  isFirstUse(id: number): boolean;
  /** The sites that would take a request of their own; of some PSAs a client comes with one. */
  readonly ownSites: Set<number>;
  readonly companies: Map<string, KnownCompany>;
  /** By the text of their key, those who opt out with a row of this dry run. */
  readonly optedOut: Set<string>;
  optOut(keys: readonly SuppressionKey[]): void;
  /** The leads that would have these ids, by `externalIdKey`. */
  readonly externalIds: Map<string, ExternalIdHolder>;
  /** What a batch would have written of opt-outs and of the ids that sources have. */
  add(batch: BatchRecord): void;
  /** After an interruption: the company that an earlier row would create. */
  recall(plan: Pick<ImportPlan, 'client' | 'site'>): void;
  /** What the writes since the last time would take, with the list items of this batch. */
  takeRequests(batch: BatchRecord): PlannedRequests;
}

export function createDryRunMemory(): DryRunMemory {
  let lowest = 0;
  let writes = 0;
  const used = new Set<number>();
  const companies = new Map<string, KnownCompany>();
  const optedOut = new Set<string>();
  const externalIds = new Map<string, ExternalIdHolder>();

  const reserve = (count: number): number => {
    lowest -= count;
    return lowest;
  };

  function isFirstUse(id: number): boolean {
    const isFirst = !used.has(id);
    used.add(id);
    return isFirst;
  }

  const optOut = (keys: readonly SuppressionKey[]): void =>
    keys.forEach((key) => optedOut.add(suppressionKeyText(key)));

  return {
    recorder: {
      nextId: () => reserve(1),
      wrote: (requests) => void (writes += requests),
    },
    reserve,
    isFirstUse,
    ownSites: new Set(),
    companies,
    optedOut,
    optOut,
    externalIds,

    add(batch) {
      externalIdsOf(batch).forEach((holder) => externalIds.set(externalIdKey(holder), holder));
      optOut(optedOutKeys(batch));
    },

    recall({ client, site }) {
      if (client?.action !== 'create' || client.name === null) {
        return;
      }
      const known = { companyKey: companyKey(client.name), clientId: reserve(1), siteId: reserve(1) };
      used.add(known.clientId);
      if (site?.action === 'create') {
        used.add(known.siteId);
      }
      companies.set(known.companyKey, known);
    },

    takeRequests({ listGroups }) {
      const requests = { writes, listItems: countListItems(listGroups) };
      writes = 0;
      return requests;
    },
  };
}

function externalIdsOf({ leads }: BatchRecord): ExternalIdHolder[] {
  return leads.flatMap(({ leadId, key, externalIds }) => externalIds.map((id) => ({ ...id, leadId, key })));
}

/** The keys of those who have opted out with a batch. */
function optedOutKeys({ leads, optOuts = [], addedKeys = [] }: BatchRecord): readonly SuppressionKey[] {
  const ofLeads = leads.flatMap(({ hasOptedOut, optOut: request, personKeys }) =>
    hasOptedOut ? distinctKeys([...request.keys, ...gatingKeys(personKeys)]) : [],
  );
  return [...ofLeads, ...[...optOuts, ...addedKeys].flatMap(({ keys }) => keys)];
}

function countListItems(groups: BatchRecord['listGroups']): PlannedRequests['listItems'] {
  const items: Record<string, number> = {};
  for (const { listId, ticketIds } of groups) {
    items[listId] = (items[listId] ?? 0) + ticketIds.length;
  }
  return items;
}
