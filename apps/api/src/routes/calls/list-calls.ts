import { callView, wireForm, callListResponse, callListQuery, paginationOf } from '@leadbridge/contracts';
import type { CallListResponse } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { requestedPage } from '../requested-page.js';

export const listCalls = defineRoute({
  method: 'get',
  path: '/calls',
  permission: 'data.view.readonly',
  summary: 'List recorded calls, newest first',
  tags: ['Calls'],
  request: { query: callListQuery },
  responses: { 200: { description: 'A page of calls.', schema: callListResponse } },
  handler: async ({ query, services }) => {
    const found = await services.records.listCalls({
      ...requestedPage(query),
      ...(query.lead_id === undefined ? {} : { leadId: query.lead_id }),
      ...(query.prospect_id === undefined ? {} : { prospectId: query.prospect_id }),
      ...(query.opportunity_id === undefined ? {} : { opportunityId: query.opportunity_id }),
    });
    return ok({
      calls: found.items.map((call) => wireForm(callView, call)),
      pagination: paginationOf('calls', query, found),
    } satisfies CallListResponse);
  },
});
