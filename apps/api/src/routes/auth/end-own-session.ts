import { sessionParams } from '@leadbridge/contracts';
import { currentSession, endSession } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { endedSessionCookie } from '../../pipeline/authentication/index.js';
import { defineRoute } from '../../pipeline/route.js';
import { sessionOf } from './session-of.js';

export const endOwnSession = defineRoute({
  method: 'delete',
  path: '/auth/sessions/:session_id',
  permission: 'session',
  summary: 'End one of your sessions',
  description: 'May be the current session, which signs you out.',
  tags: ['Access'],
  request: { params: sessionParams },
  responses: { 204: { description: 'The session has ended.', schema: null } },
  errors: [404],
  handler: async (request) => {
    const { access } = request.services;
    const currentId = sessionOf(request);
    const { user } = await currentSession(access, currentId);
    const wanted = { userId: user.userId, publicId: request.params.session_id };
    const { sessionId } = await endSession(access, wanted, auditOrigin(request));
    access.changed();
    return sessionId === currentId
      ? { status: 204, headers: { 'Set-Cookie': endedSessionCookie(request.secure) } }
      : { status: 204 };
  },
});
