import { emptyBody, logoutResponse, type LogoutResponse } from '@leadbridge/contracts';
import { currentSession, signOut } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { endedSessionCookie } from '../../pipeline/authentication/index.js';
import { sessionOf } from './session-of.js';

export const logout = defineRoute({
  method: 'post',
  path: '/auth/logout',
  permission: 'session',
  summary: 'Sign out',
  description:
    'If the session began at an issuer of OpenID Connect that offers to sign out there too, the response is 200 with the address for the browser.',
  tags: ['Access'],
  request: { body: emptyBody },
  responses: {
    200: {
      description: 'The session has ended here, and may be ended at the issuer.',
      schema: logoutResponse,
    },
    204: { description: 'The session has ended.', schema: null },
  },
  handler: async (request) => {
    const { access, oidc } = request.services;
    const { session } = await currentSession(access, sessionOf(request));
    await signOut(access, sessionOf(request), auditOrigin(request));
    access.changed();
    const headers = { 'Set-Cookie': endedSessionCookie(request.secure) };
    const address = session.method === 'oidc' ? ((await oidc?.issuer.endSessionAddress()) ?? null) : null;
    if (address === null) {
      return { status: 204, headers };
    }
    const body: LogoutResponse = { end_session_url: address };
    return { status: 200, body, headers };
  },
});
