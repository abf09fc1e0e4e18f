import { opportunityListResponse, opportunityListQuery, paginationOf } from '@leadbridge/contracts';
import type { OpportunityListResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentOpportunity } from '../../presenters/opportunity.js';
import { recordQuery } from '../record-query.js';

export const listOpportunities = defineRoute({
  method: 'get',
  path: '/opportunities',
  permission: 'data.view.readonly',
  summary: 'List opportunities, by id',
  tags: ['Opportunities'],
  request: { query: opportunityListQuery },
  responses: {
    200: {
      description: 'A page of opportunities, each with its history of transitions.',
      schema: opportunityListResponse,
    },
  },
  handler: async ({ query, services }) => {
    const found = await services.records.listOpportunities(recordQuery(query, services));
    return ok({
      opportunities: found.items.map(presentOpportunity),
      pagination: paginationOf('opportunities', query, found),
    } satisfies OpportunityListResponse);
  },
});
