import { camelizeKeys } from '@leadbridge/contracts';
import type { Camelized, PageQuery, RecordListQuery } from '@leadbridge/contracts';
import { given } from '@leadbridge/platform';
import type { RecordQuery } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';
import { filteredSource } from './requested-source.js';

export function requestedPage({ page, limit, cursor }: PageQuery): PageQuery {
  return { page, limit, ...given({ cursor }) };
}

/** The part of a list's query that selects what is in it. */
export function requestedFilter<Q extends PageQuery>(query: Q): Camelized<Omit<Q, keyof PageQuery>> {
  const { page: _page, limit: _limit, cursor: _cursor, ...filter } = query;
  return camelizeKeys(filter);
}

/** The query of a list in the store's form. A source may be named by an alias. @throws AppError for an unknown source */
export function recordQuery<Status extends string>(
  query: RecordListQuery<Status>,
  services: ApiServices,
): RecordQuery<Status> {
  const { order, status, source, company, email, updated_since: updatedSince } = query;
  return {
    ...requestedPage(query),
    order,
    ...given({ status, source: filteredSource(source, services), company, email, updatedSince }),
  };
}
