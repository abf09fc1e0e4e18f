import { createOpportunityResponse, createOpportunityBody } from '@leadbridge/contracts';

import { createdWithResult } from '../../pipeline/job-response.js';
import { defineJobRoute } from '../../pipeline/job-route.js';
import { findProspect } from '../find-record.js';

export const createOpportunity = defineJobRoute({
  method: 'post',
  path: '/opportunities',
  permission: 'data.sync',
  summary: 'Promote a qualified prospect to an opportunity',
  description: 'Contact, research and qualification data are carried over. A prospect can be promoted once.',
  tags: ['Opportunities'],
  request: { body: createOpportunityBody },
  responses: { 201: { description: 'The opportunity is created.', schema: createOpportunityResponse } },
  errors: [404],
  limits: ['sync'],
  job: 'opportunity_creation',
  plan: async ({ body, services }) => {
    await findProspect(services, body.prospect_id);
    return { input: { ...body } };
  },
  present: createdWithResult,
});
