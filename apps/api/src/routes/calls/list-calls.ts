import { callListAnswer, callListQuery, paginationOf, type CallListAnswer } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentCall } from '../../presenters/call.js';
import { requestedPage } from '../requested-page.js';

export const listCalls = defineRoute({
  method: 'get',
  path: '/calls',
  permission: 'data.view.readonly',
  summary: 'List recorded calls, newest first',
  tags: ['Calls'],
  request: { query: callListQuery },
  answers: { 200: { description: 'A page of calls.', schema: callListAnswer } },
  handler: async ({ query, services }) => {
    const found = await services.records.listCalls({
      ...requestedPage(query),
      ...(query.lead_id === undefined ? {} : { leadId: query.lead_id }),
      ...(query.prospect_id === undefined ? {} : { prospectId: query.prospect_id }),
      ...(query.opportunity_id === undefined ? {} : { opportunityId: query.opportunity_id }),
    });
    const body: CallListAnswer = {
      calls: found.items.map(presentCall),
      pagination: paginationOf('calls', query, found),
    };
    return ok(body);
  },
});
