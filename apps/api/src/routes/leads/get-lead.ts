import { leadDetailsView, leadParams } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentLeadDetails } from '../../presenters/lead.js';
import { findLead } from '../find-record.js';

export const getLead = defineRoute({
  method: 'get',
  path: '/leads/:lead_id',
  permission: 'data.view.readonly',
  summary: 'Get a lead with its history, the origin of each value, and the values that were not used',
  tags: ['Leads'],
  request: { params: leadParams },
  responses: { 200: { description: 'The lead.', schema: leadDetailsView } },
  errors: [404],
  handler: async ({ params, services }) => ok(presentLeadDetails(await findLead(services, params.lead_id))),
});
