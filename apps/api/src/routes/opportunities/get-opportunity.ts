import { opportunityParams, opportunityView } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentOpportunity } from '../../presenters/opportunity.js';
import { findOpportunity } from '../find-record.js';

export const getOpportunity = defineRoute({
  method: 'get',
  path: '/opportunities/:opportunity_id',
  permission: 'data.view.readonly',
  summary: 'Get an opportunity with all inherited data',
  tags: ['Opportunities'],
  request: { params: opportunityParams },
  responses: { 200: { description: 'The opportunity.', schema: opportunityView } },
  errors: [404],
  handler: async ({ params, services }) =>
    ok(presentOpportunity(await findOpportunity(services, params.opportunity_id))),
});
