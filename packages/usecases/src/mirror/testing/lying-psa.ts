import type { PsaClient, PsaListPage, PsaListed, PsaPage, PsaSession } from '../../ports/psa.js';

export const lies = ['none', 'empty', 'first_again', 'short', 'repeated', 'shuffled', 'skips'] as const;

/** What a PSA says of the length of a list: how many rows it has, how many the page has, or nothing. */
export const totals = ['all', 'page', 'none'] as const;

/** How a PSA's pages differ from its contents. */
export interface Lie {
  readonly kind: (typeof lies)[number];
  /** The first page that lies. */
  readonly from: number;
  /** How many more entities than it has the PSA counts. */
  readonly counts: number;
  readonly order: 'newest_first' | 'oldest_first';
  readonly pageSize: number;
  /** How many entities are created after each request. */
  readonly growth: number;
  /** Default `all`. */
  readonly total?: (typeof totals)[number];
  /** Every so many entities one is hidden from the caller, and its place on a page stays empty; default none. */
  readonly hidden?: number | undefined;
}

/** A PSA with clients whose searches find everyone, and whose pages do not. */
export function createLyingPsa(first: Lie) {
  let lie = first;
  let lastId = 0;
  const clients: PsaClient[] = [];

  function add(count: number): void {
    for (let each = 0; each < count; each += 1) {
      lastId += 1;
      clients.push({ id: lastId, name: `Client ${lastId}` });
    }
  }

  const isShown = ({ id }: PsaClient): boolean => lie.hidden === undefined || id % lie.hidden !== 0;

  function rowsOf(number: number): readonly PsaClient[] {
    const { kind, from, order, pageSize } = lie;
    const ordered = order === 'newest_first' ? clients.toReversed() : clients;
    const honest = (page: number): readonly PsaClient[] =>
      ordered.slice((page - 1) * pageSize, page * pageSize).filter(isShown);
    const rows = honest(number);
    if (number < from || rows.length === 0) {
      return rows;
    }
    switch (kind) {
      case 'none':
        return rows;
      case 'empty':
        return [];
      case 'first_again':
        return honest(1);
      case 'short':
        return rows.slice(0, Math.ceil(rows.length / 2));
      case 'repeated':
        return honest(Math.max(1, from - 1));
      case 'shuffled':
        return rows
          .map((_, index) => rows[(index * 7 + number) % rows.length])
          .filter((row) => row !== undefined);
      case 'skips':
        return rows.slice(1);
    }
  }

  function pageOf(number: number): PsaListPage<PsaClient> {
    const items = rowsOf(number);
    const page = {
      items,
      rowCount: items.length,
      total: { all: clients.length + lie.counts, page: items.length, none: null }[lie.total ?? 'all'],
      mark: items.map(({ id }) => id).join(),
    };
    add(lie.growth);
    return page;
  }

  const session: Pick<PsaSession, 'listPage'> = {
    listPage: async <K extends keyof PsaListed>(kind: K, { page }: { readonly page: number }) =>
      (kind === 'clients' ? pageOf(page) : { items: [], rowCount: 0, total: 0, mark: '' }) as PsaListPage<
        PsaListed[K]
      >,
  };

  return {
    session,
    add,
    all: (): readonly PsaClient[] => clients.filter(isShown),
    /** From now on it lies like this. */
    tell(next: Lie): void {
      lie = next;
    },
    search: async (term: string): Promise<readonly PsaClient[]> =>
      clients.filter((client) => client.name === term && isShown(client)),
    /** The pages of a list as they arrive in a reading: each row once. */
    async *pages(): AsyncIterable<PsaPage<PsaClient>> {
      const seen = new Set<number>();
      let previous = '';
      for (let number = 1; ; number += 1) {
        const { items, total, mark } = pageOf(number);
        if (number > 1 && (mark === previous || items.length === 0)) {
          return;
        }
        const fresh = items.filter(({ id }) => {
          const isNew = !seen.has(id);
          seen.add(id);
          return isNew;
        });
        yield { items: fresh, rowCount: fresh.length, total, isSteady: true };
        if (items.length < lie.pageSize) {
          return;
        }
        previous = mark;
      }
    },
  };
}
