import { removeSuppressionBody, suppressionParams } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { domainOf } from '../../presenters/suppression.js';
import { requireSuppression } from './require-suppression.js';

export const removeSuppression = defineRoute({
  method: 'delete',
  path: '/suppressions/:suppression_id',
  permission: 'users.manage',
  summary: 'Remove a suppression',
  description:
    'For an entry that was made by mistake, or a person who has agreed to be contacted again. Its keys no longer block imports, unless another entry has them. The marks on tickets in the PSA stay: remove them there too, or the next notification or reconciliation records the opt-out again. The reason is in the audit log.',
  tags: ['Suppressions'],
  request: { params: suppressionParams, body: removeSuppressionBody },
  responses: { 204: { description: 'It is removed.', schema: null } },
  errors: [404],
  handler: async (request) => {
    const { params, body, services } = request;
    const { suppression_id: id } = params;
    const origin = auditOrigin(request);
    const isRemoved = await services.optOuts.remove(id, isoTime(services.clock.now()), (entry) => ({
      ...origin,
      action: 'suppression.removed',
      target: { type: 'suppression', id },
      // Of a person, the log holds nothing but the id.
      changes: {
        reason: { from: null, to: body.reason.trim() },
        ...(domainOf(entry) === null ? {} : { domain: { from: domainOf(entry), to: null } }),
      },
    }));
    if (!isRemoved) {
      requireSuppression(null, id);
    }
    return { status: 204 };
  },
});
