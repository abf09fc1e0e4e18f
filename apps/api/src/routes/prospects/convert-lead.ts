import { convertLeadResponse, convertLeadBody, leadParams } from '@leadbridge/contracts';

import { createdWithResult } from '../../pipeline/job-response.js';
import { defineJobRoute } from '../../pipeline/job-route.js';
import { findLead } from '../find-record.js';

export const convertLead = defineJobRoute({
  method: 'post',
  path: '/prospects/convert/:lead_id',
  permission: 'data.sync',
  summary: 'Convert an engaged lead to a prospect',
  description: 'All data of the lead is carried over. A lead can be converted once.',
  tags: ['Prospects'],
  request: { params: leadParams, body: convertLeadBody },
  responses: { 201: { description: 'The lead is now a prospect.', schema: convertLeadResponse } },
  errors: [404],
  limits: ['sync'],
  job: 'prospect_conversion',
  plan: async ({ params, body, services }) => {
    await findLead(services, params.lead_id);
    return { input: { lead_id: params.lead_id, ...body } };
  },
  present: createdWithResult,
});
