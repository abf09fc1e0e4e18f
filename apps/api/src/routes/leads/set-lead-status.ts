import { leadParams, setLeadStatusResponse, setLeadStatusBody } from '@leadbridge/contracts';

import { defineJobRoute } from '../../pipeline/job-route.js';
import { findLead } from '../find-record.js';

export const setLeadStatus = defineJobRoute({
  method: 'put',
  path: '/leads/:lead_id/status',
  permission: 'data.sync',
  summary: 'Change the status of a lead',
  description:
    'A transition that the lifecycle does not allow is refused; `details.allowed` lists the allowed ones. If the lead already has this status, nothing happens.',
  tags: ['Leads'],
  request: { params: leadParams, body: setLeadStatusBody },
  responses: { 200: { description: 'The lead has this status.', schema: setLeadStatusResponse } },
  errors: [404],
  limits: ['sync'],
  job: 'lead_status',
  plan: async ({ params, body, services }) => {
    await findLead(services, params.lead_id);
    return { input: { lead_id: params.lead_id, ...body } };
  },
});
