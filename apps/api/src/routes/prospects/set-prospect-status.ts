import { prospectParams, setProspectStatusResponse, setProspectStatusBody } from '@leadbridge/contracts';

import { defineJobRoute } from '../../pipeline/job-route.js';
import { findProspect } from '../find-record.js';

export const setProspectStatus = defineJobRoute({
  method: 'put',
  path: '/prospects/:prospect_id/status',
  permission: 'data.sync',
  summary: 'Change the status of a prospect',
  description:
    '`qualified` requires all five criteria, `disqualified` requires that at least one is missing. An error lists each missing criterion. The request may include missing values.',
  tags: ['Prospects'],
  request: { params: prospectParams, body: setProspectStatusBody },
  responses: { 200: { description: 'The prospect has this status.', schema: setProspectStatusResponse } },
  errors: [404],
  limits: ['sync'],
  job: 'prospect_status',
  plan: async ({ params, body, services }) => {
    await findProspect(services, params.prospect_id);
    return { input: { prospect_id: params.prospect_id, ...body } };
  },
});
