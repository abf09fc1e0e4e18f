import { leadParams, leadView } from '@leadbridge/contracts';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentLead } from '../../presenters/lead.js';
import { findLead } from '../find-record.js';

export const getLead = defineRoute({
  method: 'get',
  path: '/leads/:lead_id',
  permission: 'data.view.readonly',
  summary: 'One lead, with its history and where each of its values comes from',
  tags: ['Leads'],
  request: { params: leadParams },
  answers: { 200: { description: 'The lead.', schema: leadView } },
  errors: [404],
  handler: async ({ params, services }) => ok(presentLead(await findLead(services, params.lead_id))),
});
