import { userParams } from '@leadbridge/contracts';
import { resetSecondFactor as reset } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { proofNote, requireProof } from '../auth/require-proof.js';

export const resetSecondFactor = defineRoute({
  method: 'delete',
  path: '/users/:user_id/mfa',
  permission: 'users.manage',
  summary: "Reset a user's second factor",
  description: `For a user who has lost both the second factor and the recovery codes. Their sessions end, and a new grace period begins. Only another user may do it: 403 with the reason \`PERSON_REQUIRED\` for API keys and access tokens, \`OWN_ACCOUNT\` for yourself. ${proofNote}`,
  tags: ['Access'],
  request: { params: userParams },
  responses: { 204: { description: 'The user has no second factor.', schema: null } },
  errors: [404],
  handler: async (request) => {
    await requireProof(request);
    const { access } = request.services;
    await reset(access, request.params.user_id, auditOrigin(request));
    access.changed();
    return { status: 204 };
  },
});
