import { companyKey, duplicatesIn } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { Job } from '../ports/jobs.js';
import type { PsaClient } from '../ports/psa.js';
import type { Finding } from '../ports/reconciliation.js';
import { matchIdOf } from '../psa/company-match-id.js';
import type { RemedyDependencies } from './dependencies.js';
import { RemedyRefusal } from './remedy-errors.js';

/** Makes later imports of the company use one of its clients: the chosen one, or the oldest. */
export async function aliasClients(
  deps: RemedyDependencies,
  finding: Finding,
  { input }: Job<'reconciliation_remedy'>,
): Promise<void> {
  const ids = duplicatesIn(finding.details);
  const chosen = input.client_id ?? Math.min(...ids);
  const clients = await readClients(deps, ids);
  const client = clients.find(({ id }) => id === chosen);
  if (client === undefined || !ids.includes(chosen)) {
    throw new RemedyRefusal('The PSA no longer has the client');
  }
  const companies = new Map(clients.map(({ name }) => [companyKey(name), name]));
  const candidates = clients.map(({ id, name }) => ({
    ...{ clientId: id, name, domains: [], why: 'name' as const },
  }));
  await deps.aliases.remember(
    [...companies].map(([key, company]) => ({
      ...{ matchId: matchIdOf(key, null), companyKey: key, company, domain: null, candidates },
      decision: { clientId: chosen, name: client.name },
    })),
    isoTime(deps.clock.now()),
  );
}

/** As the mirror shows them; read from the PSA where it lacks one. */
async function readClients(
  { mirrorStore, psa }: RemedyDependencies,
  ids: readonly number[],
): Promise<readonly PsaClient[]> {
  const mirrored = (await mirrorStore.byIds('clients', ids)).map(({ item }) => item);
  if (mirrored.length === ids.length) {
    return mirrored;
  }
  const read: PsaClient[] = [];
  for await (const { items } of psa.session({ priority: 'lifecycle' }).pageClients()) {
    read.push(...items.filter(({ id }) => ids.includes(id)));
  }
  return read;
}
