import { opportunityParams, updateOpportunityResponse, updateOpportunityBody } from '@leadbridge/contracts';

import { defineJobRoute } from '../../pipeline/job-route.js';
import { findOpportunity } from '../find-record.js';

export const updateOpportunity = defineJobRoute({
  method: 'put',
  path: '/opportunities/:opportunity_id',
  permission: 'data.sync',
  summary: 'Change the status and data of an opportunity',
  description: 'After `won` or `lost`, status, value and probability are final; notes may still be added.',
  tags: ['Opportunities'],
  request: { params: opportunityParams, body: updateOpportunityBody },
  responses: {
    200: { description: 'The current state of the opportunity.', schema: updateOpportunityResponse },
  },
  errors: [404],
  limits: ['sync'],
  job: 'opportunity_update',
  plan: async ({ params, body, services }) => {
    await findOpportunity(services, params.opportunity_id);
    return { input: { opportunity_id: params.opportunity_id, ...body } };
  },
});
