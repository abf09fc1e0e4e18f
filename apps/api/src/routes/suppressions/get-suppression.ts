import { suppressionParams, suppressionViewSchema } from '@leadbridge/contracts';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentSuppression } from '../../presenters/suppression.js';
import { requireSuppression } from './require-suppression.js';

export const getSuppression = defineRoute({
  method: 'get',
  path: '/suppressions/:suppression_id',
  permission: 'data.view.readonly',
  summary: 'Get a suppression',
  tags: ['Suppressions'],
  request: { params: suppressionParams },
  responses: { 200: { description: 'The entry.', schema: suppressionViewSchema } },
  errors: [404],
  handler: async ({ params, services }) =>
    ok(
      presentSuppression(
        requireSuppression(await services.optOuts.find(params.suppression_id), params.suppression_id),
      ),
    ),
});
