import { prospectParams, setProspectStatusAnswer, setProspectStatusBody } from '@leadbridge/contracts';

import { defineJobRoute } from '../../pipeline/job-route.js';
import { findProspect } from '../find-record.js';

export const setProspectStatus = defineJobRoute({
  method: 'put',
  path: '/prospects/:prospect_id/status',
  permission: 'data.sync',
  summary: 'Move a prospect to another state',
  description:
    'To `qualified` all five criteria must be met, to `disqualified` at least one must be missing; what is missing is named one by one. The request may bring missing values.',
  tags: ['Prospects'],
  request: { params: prospectParams, body: setProspectStatusBody },
  answers: { 200: { description: 'The prospect is in that state.', schema: setProspectStatusAnswer } },
  errors: [404],
  limits: ['sync'],
  job: 'prospect_status',
  plan: async ({ params, body, services }) => {
    await findProspect(services, params.prospect_id);
    return { input: { prospect_id: params.prospect_id, ...body } };
  },
});
