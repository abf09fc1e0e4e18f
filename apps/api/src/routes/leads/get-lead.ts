import { leadDetailsView, leadParams } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentLeadDetails } from '../../presenters/lead.js';
import { findLead } from '../find-record.js';

export const getLead = defineRoute({
  method: 'get',
  path: '/leads/:lead_id',
  permission: 'data.view.readonly',
  summary: 'One lead, with its history, where each of its values comes from, and why others were not taken',
  tags: ['Leads'],
  request: { params: leadParams },
  answers: { 200: { description: 'The lead.', schema: leadDetailsView } },
  errors: [404],
  handler: async ({ params, services }) => ok(presentLeadDetails(await findLead(services, params.lead_id))),
});
