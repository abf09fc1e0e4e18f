import { currentSessionResponse, permissionsOf, type CurrentSessionResponse } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { availableMethods, currentSession } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentUser } from '../../presenters/user-view.js';
import { sessionOf } from './session-of.js';

export const getSession = defineRoute({
  method: 'get',
  path: '/auth/session',
  permission: 'session',
  summary: 'Get the current user and session',
  tags: ['Access'],
  request: {},
  responses: { 200: { description: 'The user and the session.', schema: currentSessionResponse } },
  handler: async (request) => {
    const { access } = request.services;
    const { session, user } = await currentSession(access, sessionOf(request));
    if (user.role !== request.credential?.role) {
      // What is said here holds for the next request too.
      access.changed();
    }
    return ok({
      user: presentUser(user),
      permissions: permissionsOf(user.role),
      second_factor_methods: availableMethods(access),
      psa_ticket_url: request.services.psaTicketUrl,
      second_factor_required: request.credential?.restricted === true,
      session: {
        created_at: isoTime(session.createdAt),
        expires_at: isoTime(session.expiresAt),
        second_factor_proven: session.secondFactorProven,
      },
    } satisfies CurrentSessionResponse);
  },
});
