import type { PsaClient, PsaListPage, PsaListed, PsaSession } from '../../ports/psa.js';

export interface ListedPsaOptions {
  readonly order: 'newest_first' | 'oldest_first' | 'none';
  readonly pageSize: number;
  readonly counts: boolean;
}

/** A PSA that lists only pages of clients. */
export function createListedPsa({ order, pageSize, counts }: ListedPsaOptions) {
  const clients = new Map<number, PsaClient>();
  let lastId = 100;
  let requests = 0;

  const session: Pick<PsaSession, 'listPage'> = {
    async listPage<K extends keyof PsaListed>(kind: K, { page }: { readonly page: number }) {
      requests += 1;
      const ascending = kind === 'clients' ? [...clients.values()].sort((a, b) => a.id - b.id) : [];
      const ordered =
        order === 'oldest_first'
          ? ascending
          : order === 'newest_first'
            ? ascending.toReversed()
            : ascending.toSorted((a, b) => ((a.id * 7_919) % 101) - ((b.id * 7_919) % 101) || a.id - b.id);
      const items = ordered.slice((page - 1) * pageSize, page * pageSize);
      const response: PsaListPage<PsaClient> = {
        items,
        rowCount: items.length,
        total: counts ? ascending.length : null,
        mark: items.map(({ id }) => id).join(),
      };
      return response as PsaListPage<PsaListed[K]>;
    },
  };

  return {
    session,
    port: { session: () => session },
    get requests() {
      return requests;
    },
    all: (): readonly PsaClient[] => [...clients.values()],
    add(count: number, hasGap = false): void {
      for (let each = 0; each < count; each += 1) {
        lastId += hasGap ? 2 : 1;
        clients.set(lastId, { id: lastId, name: `Client ${lastId}` });
      }
    },
    rename(id: number, name: string): void {
      clients.set(id, { id, name });
    },
    /** Removes the client at this position, counted from the oldest. */
    remove(index: number): void {
      const ids = [...clients.keys()];
      const id = ids[index % Math.max(1, ids.length)];
      if (id !== undefined) {
        clients.delete(id);
      }
    },
  };
}
