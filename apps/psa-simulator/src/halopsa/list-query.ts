import type { Request } from 'express';

import { shownPage } from '../http/page-of.js';
import { queryFlag, queryNumber, queryText } from '../http/read-query.js';
import type { HaloContext } from './halo-context.js';

/** The rows of a list that asks for no pages. */
export const unpagedRows = 50;

/** The query of a list, without what this build does not know. */
export type ListQuery = ReturnType<typeof listQuery>;

export function listQuery({ halo }: HaloContext, request: Request) {
  const knows = (name: string): boolean => !halo.quirks.ignoredParameters.includes(name);
  return {
    text: (name: string): string | undefined => (knows(name) ? queryText(request, name) : undefined),
    number: (name: string): number | undefined => (knows(name) ? queryNumber(request, name) : undefined),
    // The words alone: `1` is none of them.
    flag: (name: string): boolean =>
      knows(name) && queryFlag(request, name) && queryText(request, name) !== '1',
  };
}

/** The custom fields that a list is asked for, by id; anything else is not understood. */
export function fieldsAskedFor(query: ListQuery): ReadonlySet<number> | null {
  const ids = (query.text('include_custom_fields') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^\d+$/.test(part))
    .map(Number);
  return ids.length === 0 ? null : new Set(ids);
}

export interface PageOfRows {
  readonly rows: readonly number[];
  readonly body: { readonly record_count: number; readonly page_no?: number; readonly page_size?: number };
}

/** Cuts the page that was asked for out of ids in ascending order. */
export function cutPage(
  { halo, dialect }: HaloContext,
  query: ListQuery,
  ids: readonly number[],
): PageOfRows {
  const { pageCap, order } = halo.quirks;
  const descending =
    query.text('order')?.toLowerCase() === 'id' ? query.flag('orderdesc') : order === 'newest_first';
  const ordered = descending ? [...ids].reverse() : ids;
  if (!query.flag('pageinate')) {
    const count = Math.min(query.number('count') ?? unpagedRows, pageCap);
    return { rows: ordered.slice(0, count), body: { record_count: ids.length } };
  }
  const size = Math.min(Math.max(1, query.number('page_size') ?? unpagedRows), pageCap);
  const number = shownPage(Math.max(1, query.number('page_no') ?? 1), dialect().paging);
  return {
    rows: ordered.slice((number - 1) * size, number * size),
    body: { page_no: number, page_size: size, record_count: ids.length },
  };
}
