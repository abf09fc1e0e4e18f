import { emptyBody } from '@leadbridge/contracts';
import { signOut } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { endedSessionCookie } from '../../pipeline/authentication/index.js';
import { sessionOf } from './session-of.js';

export const logout = defineRoute({
  method: 'post',
  path: '/auth/logout',
  permission: 'session',
  summary: 'Sign out',
  tags: ['Access'],
  request: { body: emptyBody },
  answers: { 204: { description: 'The session has ended.', schema: null } },
  handler: async (request) => {
    const { access } = request.services;
    await signOut(access, sessionOf(request), auditOrigin(request));
    access.changed();
    return { status: 204, headers: { 'Set-Cookie': endedSessionCookie(request.secure) } };
  },
});
