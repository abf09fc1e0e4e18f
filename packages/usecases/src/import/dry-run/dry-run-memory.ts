import type { ImportPlan } from '@leadbridge/contracts';
import {
  companyKey,
  distinctKeys,
  gatingKeys,
  suppressionKeyText,
  type SuppressionKey,
} from '@leadbridge/domain';

import { createObservationLog } from '../../mirror/psa-mirror.js';
import type { BatchRecord, ExternalId, KnownCompany, KnownLead } from '../../ports/import-store.js';
import type { PlannedRequests } from '../../ports/jobs.js';
import type { WriteRecorder } from '../../ports/psa.js';

type ExternalIdHolder = ExternalId & Pick<KnownLead, 'leadId' | 'key'>;

export function externalIdKey({ source, externalId }: ExternalId): string {
  return JSON.stringify([source, externalId]);
}

/**
 * What a dry run remembers instead of writing it, for as long as it runs: as in an import, later rows find
 * what earlier ones have written. Entities that do not exist yet have negative ids.
 */
export type DryRunMemory = ReturnType<typeof createDryRunMemory>;

export function createDryRunMemory() {
  let lowest = 0;
  let writes = 0;
  const used = new Set<number>();
  const companies = new Map<string, KnownCompany>();
  const observed = createObservationLog();
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
    } satisfies WriteRecorder,
    /** Reserves `count` unique ids and returns the first. */
    reserve,
    /** True for only one row: the others find what that row would create. */
    isFirstUse,
    /** The sites that would take a request of their own; some PSAs create one with each client. */
    ownSites: new Set<number>(),
    companies,
    /** The clients and contacts that earlier rows would have written. */
    observed,
    /** The people who opt out with a row of this dry run, by the text of their key. */
    optedOut,
    optOut,
    /** The leads that would get these ids, by `externalIdKey`. */
    externalIds,

    /** Remembers the opt-outs and external ids that a batch would have written. */
    add(batch: BatchRecord): void {
      externalIdsOf(batch).forEach((holder) => externalIds.set(externalIdKey(holder), holder));
      optOut(optedOutKeys(batch));
      for (const { item, observedAt } of batch.observations?.clients ?? []) {
        observed.add('clients', item, observedAt);
      }
      for (const { item, observedAt } of batch.observations?.contacts ?? []) {
        observed.add('contacts', item, observedAt);
      }
    },

    /** After an interruption: restores the company that an earlier row would create. */
    recall({ client, site }: Pick<ImportPlan, 'client' | 'site'>): void {
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

    /** The requests that the writes since the last call would take, plus the list items of this batch. */
    takeRequests({ listGroups }: BatchRecord): PlannedRequests {
      const requests = { writes, listItems: countListItems(listGroups) };
      writes = 0;
      return requests;
    },
  };
}

function externalIdsOf({ leads }: BatchRecord): ExternalIdHolder[] {
  return leads.flatMap(({ leadId, key, externalIds }) => externalIds.map((id) => ({ ...id, leadId, key })));
}

/** The keys of people who opt out with a batch. */
function optedOutKeys({ leads, optOuts = [], addedKeys = [] }: BatchRecord): readonly SuppressionKey[] {
  const ofLeads = leads.flatMap(({ hasOptedOut, optOut: request, personKeys }) =>
    hasOptedOut ? distinctKeys([...request().keys, ...gatingKeys(personKeys)]) : [],
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
