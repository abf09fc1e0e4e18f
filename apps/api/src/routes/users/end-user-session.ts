import { userSessionParams } from '@leadbridge/contracts';
import { endSession } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';

export const endUserSession = defineRoute({
  method: 'delete',
  path: '/users/:user_id/sessions/:session_id',
  permission: 'users.manage',
  summary: 'End a session of a user',
  tags: ['Access'],
  request: { params: userSessionParams },
  responses: { 204: { description: 'The session has ended.', schema: null } },
  errors: [404],
  handler: async (request) => {
    const { access } = request.services;
    const { user_id: userId, session_id: publicId } = request.params;
    await endSession(access, { userId, publicId }, auditOrigin(request));
    access.changed();
    return { status: 204 };
  },
});
