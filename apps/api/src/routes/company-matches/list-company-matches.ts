import { companyMatchListResponse, companyMatchListQuery, paginationOf } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentMatchEntry } from '../../presenters/company-match.js';

export const listCompanyMatches = defineRoute({
  method: 'get',
  path: '/company-matches',
  permission: 'data.view.readonly',
  summary: 'List companies whose client people decide on, newest first',
  description:
    'One entry for each pair of a company and a domain, however many leads meet it. Entries come from imports with `company_matching: "domain"`, and from the remedy `alias` of a reconciliation.',
  tags: ['Company matching'],
  request: { query: companyMatchListQuery },
  responses: { 200: { description: 'A page of entries.', schema: companyMatchListResponse } },
  handler: async ({ query, services }) => {
    const found = await services.companyMatches.list(query);
    return ok({
      matches: found.items.map(presentMatchEntry),
      pagination: paginationOf('company_matches', query, found),
    });
  },
});
