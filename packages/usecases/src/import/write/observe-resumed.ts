import pMap from 'p-map';

import { concurrentReads } from '../../psa/concurrent-reads.js';
import type { StageContext } from '../batch.js';
import { isResumed, type DecidedRow } from '../import-row-state.js';

/** A broken-off run did not record the clients that it made: the next lead with the domain would get its own. */
export async function observeResumed(rows: readonly DecidedRow[], context: StageContext): Promise<void> {
  const { settings, directory, observed } = context;
  if (settings().companyMatching !== 'domain' || directory === null) {
    return;
  }
  const { clients = [] } = observed.all();
  const known = new Set(clients.map(({ id }) => id));
  const resumed = rows.filter((state) => {
    const { clientId } = state.psaIds;
    return clientId !== null && !known.has(clientId) && isResumed(state, context);
  });
  await pMap(resumed, async (state) => observe(state, context), { concurrency: concurrentReads });
}

async function observe(
  { merged, ticket, contact, clientName, psaIds }: DecidedRow,
  { session, observed, clock }: StageContext,
): Promise<void> {
  const sentAt = clock.now();
  const name = clientName ?? contact?.clientName ?? ticket?.clientName ?? merged.company.name;
  for (const client of name === null ? [] : await session.searchClients(name)) {
    if (client.id === psaIds.clientId) {
      observed.add('clients', client, sentAt);
    }
  }
  const userId = ticket?.userId ?? null;
  const own = contact ?? (userId === null ? null : await session.getUser(userId));
  if (own !== null) {
    observed.add('contacts', own, sentAt);
  }
}
