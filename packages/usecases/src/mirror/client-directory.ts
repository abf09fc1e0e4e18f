import type { ClientInMirror, Observations } from '../ports/psa-mirror.js';

export interface ClientsAsked {
  /** Company keys. */
  readonly keys: readonly string[];
  readonly domains: readonly string[];
}

/** The clients of the PSA by the names and domains that were observed last; asks the PSA nothing. */
export interface ClientDirectory {
  /** Null if not all clients, or not all domains, were observed within a day. */
  clientsOf(asked: ClientsAsked): Promise<readonly ClientInMirror[] | null>;
}

/** The same clients, and those that were written since. */
export function withWritten(
  found: readonly ClientInMirror[],
  { clients = [], contacts = [] }: Pick<Observations, 'clients' | 'contacts'>,
  { keys, domains }: ClientsAsked,
): readonly ClientInMirror[] {
  const byId = new Map(found.map((client) => [client.clientId, client]));
  const names = new Map(clients.map(({ id, item }) => [id, item.name]));
  const add = (clientId: number, given: Partial<Pick<ClientInMirror, 'keys' | 'domains'>>): void => {
    const known = byId.get(clientId) ?? {
      ...{ clientId, name: names.get(clientId) ?? '', keys: [], domains: [], siteId: null },
    };
    byId.set(clientId, {
      ...known,
      keys: [...new Set([...known.keys, ...(given.keys ?? [])])],
      domains: [...new Set([...known.domains, ...(given.domains ?? [])])],
    });
  };
  for (const { id, keys: own, domain } of clients) {
    if (own.some((key) => keys.includes(key)) || (domain !== undefined && domains.includes(domain))) {
      add(id, { keys: own, ...(domain === undefined ? {} : { domains: [domain] }) });
    }
  }
  for (const { domain, item } of contacts) {
    if (domain !== undefined && domains.includes(domain) && item.clientId !== null) {
      add(item.clientId, { domains: [domain] });
    }
  }
  return [...byId.values()];
}
