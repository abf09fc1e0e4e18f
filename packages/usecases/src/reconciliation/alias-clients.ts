import { companyKey, duplicatesIn } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { Job } from '../ports/jobs.js';
import type { PsaClient } from '../ports/psa.js';
import type { Finding } from '../ports/reconciliation.js';
import { matchIdOf } from '../psa/company-match-id.js';
import type { RemedyDependencies } from './dependencies.js';
import { RemedyRefusal } from './remedy-errors.js';

/** All clients of the PSA. */
export type ClientsOfPsa = () => Promise<readonly PsaClient[]>;

/** Reads them once, however many remedies ask for them, and only if one does. */
export function createClientsOfPsa({ psa }: Pick<RemedyDependencies, 'psa'>): ClientsOfPsa {
  let reading: Promise<readonly PsaClient[]> | null = null;
  const read = async (): Promise<readonly PsaClient[]> => {
    const clients: PsaClient[] = [];
    const session = psa.session({ priority: 'lifecycle', waitsForWindows: true });
    for await (const { items } of session.pageClients()) {
      clients.push(...items);
    }
    return clients;
  };
  return async () => {
    reading ??= read();
    return await reading;
  };
}

/** Makes later imports of the company use one of its clients: the chosen one, or the oldest. */
export async function aliasClients(
  deps: RemedyDependencies & { readonly clientsOfPsa: ClientsOfPsa },
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
  { mirrorStore, clientsOfPsa }: Parameters<typeof aliasClients>[0],
  ids: readonly number[],
): Promise<readonly PsaClient[]> {
  const mirrored = (await mirrorStore.byIds('clients', ids)).map(({ item }) => item);
  return mirrored.length === ids.length
    ? mirrored
    : (await clientsOfPsa()).filter(({ id }) => ids.includes(id));
}
