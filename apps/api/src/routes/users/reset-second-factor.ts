import { userParams } from '@leadbridge/contracts';
import { resetSecondFactor as reset } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';

export const resetSecondFactor = defineRoute({
  method: 'delete',
  path: '/users/:user_id/mfa',
  permission: 'users.manage',
  summary: "Reset a user's second factor",
  description:
    'For a user who has lost both the second factor and the recovery codes. Their sessions end, and a new grace period begins.',
  tags: ['Access'],
  request: { params: userParams },
  answers: { 204: { description: 'The user has no second factor.', schema: null } },
  errors: [404],
  handler: async (request) => {
    const { access } = request.services;
    await reset(access, request.params.user_id, auditOrigin(request));
    access.changed();
    return { status: 204 };
  },
});
