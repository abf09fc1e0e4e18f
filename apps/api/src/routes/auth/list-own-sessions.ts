import { sessionListResponse } from '@leadbridge/contracts';
import { currentSession, listSessions } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentSessions } from '../../presenters/session-view.js';
import { sessionOf } from './session-of.js';

export const listOwnSessions = defineRoute({
  method: 'get',
  path: '/auth/sessions',
  permission: 'session',
  summary: 'List your sessions',
  tags: ['Access'],
  request: {},
  responses: { 200: { description: 'The active sessions.', schema: sessionListResponse } },
  handler: async (request) => {
    const { access } = request.services;
    const currentId = sessionOf(request);
    const { user } = await currentSession(access, currentId);
    return ok(presentSessions(await listSessions(access, user.userId), currentId));
  },
});
