import type { QueryClient } from '@tanstack/react-query';

/** Requests that a page left open makes by itself: so many at once, and then one in so many seconds. Together less than 300 an hour. */
const maxRereadsAtOnce = 20;
const rereadEveryMs = 20_000;

const tickMs = 1_000;

/** What the rereads of a page need of the query client. */
export type Reads = Pick<QueryClient, 'getQueryCache' | 'invalidateQueries' | 'refetchQueries'>;

export interface Rereads {
  /** Reads again what is shown from one of the paths, or begins so; each at most once in `minAgeMs`. */
  ask(paths: readonly string[], minAgeMs: number): void;
  stop(): void;
}

/**
 * Reads again what has changed, as often as the limit of requests bears: what is most overdue first. What is not shown is read when it is
 * shown.
 */
export function createRereads(client: Reads): Rereads {
  /** The lowest age at which a query is read again, by its hash. */
  const asked = new Map<string, number>();
  let allowed = maxRereadsAtOnce;
  let countedAt = Date.now();

  function refill(now: number): void {
    allowed = Math.min(maxRereadsAtOnce, allowed + (now - countedAt) / rereadEveryMs);
    countedAt = now;
  }

  /** Of those that are old enough the one that has waited longest, by its own measure. */
  function mostOverdue(now: number) {
    return shown()
      .flatMap((query) => {
        const minAgeMs = asked.get(query.queryHash);
        const overdue = minAgeMs === undefined ? 0 : (now - query.state.dataUpdatedAt) / minAgeMs;
        return overdue >= 1 && query.state.fetchStatus === 'idle' ? [{ query, overdue }] : [];
      })
      .toSorted((one, other) => other.overdue - one.overdue)[0]?.query;
  }

  function shown() {
    return client
      .getQueryCache()
      .findAll({ type: 'active' })
      .filter((query) => !query.isStatic());
  }

  function tick(): void {
    const now = Date.now();
    refill(now);
    for (let next = mostOverdue(now); next !== undefined; next = mostOverdue(now)) {
      const requests = requestsOf(next.state.data);
      // A list of more pages than are ever allowed waits for all that are.
      if (allowed < Math.min(requests, maxRereadsAtOnce)) {
        return;
      }
      allowed -= requests;
      asked.delete(next.queryHash);
      void client.refetchQueries({ queryKey: next.queryKey, exact: true });
    }
  }

  const timer = setInterval(tick, tickMs);
  return {
    ask(paths, minAgeMs) {
      const isMeant = ({ queryKey: [path] }: { readonly queryKey: readonly unknown[] }): boolean =>
        typeof path === 'string' && paths.some((prefix) => path.startsWith(prefix));
      void client.invalidateQueries({ predicate: isMeant, refetchType: 'none' });
      for (const { queryHash } of shown().filter(isMeant)) {
        asked.set(queryHash, Math.min(minAgeMs, asked.get(queryHash) ?? minAgeMs));
      }
    },
    stop: () => clearInterval(timer),
  };
}

/** A list is read again page by page. */
function requestsOf(data: unknown): number {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length
    : 1;
}
