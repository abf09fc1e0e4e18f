import type { PageQuery } from '@leadbridge/contracts';

/** The part of a list's query that selects the page. */
export function requestedPage({ page, limit, cursor }: PageQuery): PageQuery {
  return { page, limit, ...(cursor === undefined ? {} : { cursor }) };
}
