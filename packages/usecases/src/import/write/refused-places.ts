import pMap from 'p-map';

import { concurrentReads } from '../../psa/concurrent-reads.js';
import type { StageContext } from '../batch.js';
import type { DecidedRow } from '../import-row-state.js';
import { sitesOf } from './create-companies.js';
import { hasRefusedPlace, refuseRow } from './failures.js';

type RefusedContext = Pick<StageContext, 'store' | 'mirror' | 'session'>;

/** They may have been deleted or merged. An alias, on which a person has decided, is dropped only then. */
export async function forgetRefusedPsaIds(
  rows: readonly DecidedRow[],
  context: RefusedContext,
): Promise<void> {
  const { store, mirror } = context;
  const refused = rows.filter(({ fault, arePsaIdsRemembered }) => fault !== null && arePsaIdsRemembered);
  const given = refused.filter(isGiven);
  const places = await readPlaces(given.filter(hasRefusedPlace), context);
  for (const state of given.filter(hasRefusedPlace)) {
    if (places.get(state.psaIds.clientId ?? 0)?.has(state.psaIds.siteId ?? 0) === true) {
      refuseRow(state, state.fault?.message ?? '');
    }
  }
  const doubtful = refused.filter((state) => !isGiven(state) || hasRefusedPlace(state));
  const clientIds = [...new Set(doubtful.flatMap(({ psaIds }) => psaIds.clientId ?? []))];
  if (clientIds.length > 0) {
    await store.forgetCompanies(clientIds);
    await store.reopenMatches(clientIds.filter((id) => places.get(id) === null));
  }
  if (mirror !== null) {
    await mirror.evict('clients', clientIds);
    await mirror.evict(
      'contacts',
      doubtful.flatMap(({ psaIds }) => psaIds.userId ?? []),
    );
  }
}

/** Whether the client was not found by the name of the company: then a search by that would not find it again. */
function isGiven({ clientName }: DecidedRow): boolean {
  return clientName !== null;
}

/** The sites of clients, by client; null for one that the PSA no longer has. */
async function readPlaces(
  rows: readonly DecidedRow[],
  { session }: RefusedContext,
): Promise<ReadonlyMap<number, ReadonlySet<number> | null>> {
  const names = new Map(rows.map(({ psaIds, clientName }) => [psaIds.clientId ?? 0, clientName ?? '']));
  const places = await pMap(
    names,
    async ([clientId, name]) => {
      const isThere = (await session.searchClients(name)).some(({ id }) => id === clientId);
      const sites = isThere ? await sitesOf(clientId, session) : null;
      return [clientId, sites === null ? null : new Set(sites.map(({ id }) => id))] as const;
    },
    { concurrency: concurrentReads },
  );
  return new Map(places);
}
