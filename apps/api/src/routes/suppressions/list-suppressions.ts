import { Readable } from 'node:stream';

import {
  paginationOf,
  suppressionListResponse,
  suppressionListQuery,
  suppressionsPerPage,
} from '@leadbridge/contracts';
import type { PageQuery, SuppressionListQuery } from '@leadbridge/contracts';
import { findSourceByLabel } from '@leadbridge/domain';
import type { Suppression } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentSuppression } from '../../presenters/suppression.js';
import { suppressionsAsCsv } from '../../presenters/suppressions-csv.js';
import type { ApiServices } from '../../services.js';
import { asksForPage, csvResponse, wantsCsv } from '../csv-response.js';
import { requestedPage } from '../requested-page.js';

/** Suppressions per read of an export. */
const entriesPerRead = 500;

export const listSuppressions = defineRoute({
  method: 'get',
  path: '/suppressions',
  permission: 'data.view.readonly',
  summary: 'List suppressions, newest first',
  tags: ['Suppressions'],
  request: { query: suppressionListQuery },
  responses: {
    200: {
      description:
        'A page of entries. As CSV: all entries, or one page if `limit`, `page` or `cursor` is given.',
      schema: suppressionListResponse,
      mediaTypes: ['text/csv'],
    },
  },
  handler: async ({ query, headers, services }) => {
    const page = { ...query, limit: query.limit ?? suppressionsPerPage };
    const filter = filterOf(query, services);
    if (wantsCsv(query, headers) && !asksForPage(query)) {
      return csvResponse('suppressions', suppressionsAsCsv(allEntries(filter, services)));
    }
    const found = await services.optOuts.list({ ...requestedPage(page), ...filter });
    if (wantsCsv(query, headers)) {
      return csvResponse('suppressions', suppressionsAsCsv(Readable.from(found.items)));
    }
    return ok({
      suppressions: found.items.map(presentSuppression),
      pagination: paginationOf('suppressions', page, found),
    });
  },
});

type Filter = Omit<Parameters<ApiServices['optOuts']['list']>[0], keyof PageQuery>;

function filterOf(
  { status, provider, email, domain }: SuppressionListQuery,
  { settings }: ApiServices,
): Filter {
  const { sources } = settings.current();
  return {
    ...(status === undefined ? {} : { status }),
    ...(provider === undefined ? {} : { provider: findSourceByLabel(sources, provider)?.name ?? provider }),
    ...(email === undefined ? {} : { email }),
    ...(domain === undefined ? {} : { domain }),
  };
}

/** Reads page by page, so that neither many suppressions nor a slow client fill the memory. */
async function* allEntries(filter: Filter, { optOuts }: ApiServices): AsyncIterable<Suppression> {
  let query: PageQuery = { page: 1, limit: entriesPerRead };
  for (;;) {
    const { items, next } = await optOuts.list({ ...filter, ...query });
    yield* items;
    if (next === null) {
      return;
    }
    const number = query.page + 1;
    query = { page: number, limit: entriesPerRead, cursor: { page: number, after: next } };
  }
}
