import type { Request } from 'express';

import { matchesPath } from '../match-path.js';

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** The query without its "?". */
  readonly query: string;
  /** Unix milliseconds of its arrival, with fractions. */
  readonly time: number;
  /** From the arrival until the response was handed over or the connection closed; null while it is under way. */
  milliseconds: number | null;
  /** Entities in the body: the length of an array, 1 for an object, 0 without a body. */
  count: number;
  /** The status of the response, or what it would have been; 0 while there is none. */
  status: number;
  /** The kinds of the faults that were applied to it. */
  faults: readonly string[];
}

export function arrivedRequest({
  method,
  originalUrl,
}: Pick<Request, 'method' | 'originalUrl'>): LoggedRequest {
  const [path = '', query = ''] = originalUrl.split('?', 2);
  const time = performance.timeOrigin + performance.now();
  return { method, path, query, time, milliseconds: null, count: 0, status: 0, faults: [] };
}

export interface RequestFilter {
  readonly method?: string;
  /** A path, in which `*` stands for anything. */
  readonly path?: string;
  readonly status?: number;
}

const capacity = 500_000;

/** What arrived, in order. In a very long run the oldest half is dropped; `total` continues. */
export class RequestLog {
  #entries: LoggedRequest[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(entry: LoggedRequest): void {
    if (this.#entries.length >= capacity) {
      this.#entries = this.#entries.slice(capacity / 2);
    }
    this.#entries.push(entry);
    this.#total += 1;
  }

  list(filter: RequestFilter = {}): readonly LoggedRequest[] {
    return this.#matching(filter).map((entry) => ({ ...entry }));
  }

  count(filter: RequestFilter = {}): number {
    return this.#matching(filter).length;
  }

  #matching(filter: RequestFilter): readonly LoggedRequest[] {
    return this.#entries.filter(
      (entry) =>
        (filter.method === undefined || entry.method === filter.method.toUpperCase()) &&
        (filter.status === undefined || entry.status === filter.status) &&
        (filter.path === undefined || matchesPath(filter.path, entry.path)),
    );
  }

  /** How often each kind of request came: `POST /api/Tickets` → number, ids in paths written as `{id}`. */
  summary(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { method, path } of this.#entries) {
      const name = `${method} ${path.replace(/\/\d+(?=\/|$)/g, '/{id}')}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  clear(): void {
    this.#entries = [];
    this.#total = 0;
  }
}
