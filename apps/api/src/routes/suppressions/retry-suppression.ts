import { emptyBody, suppressionParams, suppressionViewSchema } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentSuppression } from '../../presenters/suppression.js';
import { requireSuppression } from './require-suppression.js';

export const retrySuppression = defineRoute({
  method: 'post',
  path: '/suppressions/:suppression_id/retry',
  permission: 'data.sync',
  summary: 'Notify the provider again, at once',
  description:
    'Restarts the retries for seven more days, and reads CF_101 of the ticket again. An entry that the provider has accepted does not change.',
  tags: ['Suppressions'],
  request: { params: suppressionParams, body: emptyBody },
  responses: {
    200: {
      description: 'The entry: `pending` until the worker has notified the provider, or unchanged.',
      schema: suppressionViewSchema,
    },
  },
  errors: [404],
  handler: async ({ params, services }) => {
    const at = isoTime(services.clock.now());
    const entry = await services.optOuts.retry(params.suppression_id, at);
    return ok(presentSuppression(requireSuppression(entry, params.suppression_id)));
  },
});
