import { userParams } from '@leadbridge/contracts';
import { removeUser as remove } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { proofNote, requireProof } from '../auth/require-proof.js';

export const removeUser = defineRoute({
  method: 'delete',
  path: '/users/:user_id',
  permission: 'users.manage',
  summary: 'Remove a user',
  description: `Also removes their sessions and second factor. The last admin cannot be removed. ${proofNote}`,
  tags: ['Access'],
  request: { params: userParams },
  responses: { 204: { description: 'The user is removed.', schema: null } },
  errors: [404, 409],
  handler: async (request) => {
    await requireProof(request);
    const { access } = request.services;
    await remove(access, request.params.user_id, auditOrigin(request));
    access.changed();
    return { status: 204 };
  },
});
