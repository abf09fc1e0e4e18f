import { prospectParams, prospectView } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentProspect } from '../../presenters/prospect.js';
import { findProspect } from '../find-record.js';

export const getProspect = defineRoute({
  method: 'get',
  path: '/prospects/:prospect_id',
  permission: 'data.view.readonly',
  summary: 'Get a prospect with contact, research and qualification data',
  tags: ['Prospects'],
  request: { params: prospectParams },
  responses: { 200: { description: 'The prospect.', schema: prospectView } },
  errors: [404],
  handler: async ({ params, services }) =>
    ok(presentProspect(await findProspect(services, params.prospect_id))),
});
