import { callListAnswer, callListQuery } from '@leadbridge/contracts';
import type { CallListAnswer } from '@leadbridge/contracts';
import { presentCall } from '@leadbridge/usecases';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';

export const listCalls = defineRoute({
  method: 'get',
  path: '/calls',
  permission: 'data.view.readonly',
  summary: 'The recorded calls, newest first',
  tags: ['Calls'],
  request: { query: callListQuery },
  answers: { 200: { description: 'A page of calls.', schema: callListAnswer } },
  handler: async ({ query, services }) => {
    const { page, limit } = query;
    const { items, total } = await services.records.listCalls({
      page,
      limit,
      ...(query.lead_id === undefined ? {} : { leadId: query.lead_id }),
      ...(query.prospect_id === undefined ? {} : { prospectId: query.prospect_id }),
      ...(query.opportunity_id === undefined ? {} : { opportunityId: query.opportunity_id }),
    });
    const body: CallListAnswer = { calls: items.map(presentCall), pagination: { total, page, limit } };
    return ok(body);
  },
});
