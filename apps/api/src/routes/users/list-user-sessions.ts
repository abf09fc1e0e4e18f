import { sessionListResponse, userParams } from '@leadbridge/contracts';
import { listSessions } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentSessions } from '../../presenters/session-view.js';

export const listUserSessions = defineRoute({
  method: 'get',
  path: '/users/:user_id/sessions',
  permission: 'users.manage',
  summary: 'List the sessions of a user',
  tags: ['Access'],
  request: { params: userParams },
  responses: { 200: { description: 'The active sessions.', schema: sessionListResponse } },
  errors: [404],
  handler: async ({ params, credential, services }) =>
    ok(presentSessions(await listSessions(services.access, params.user_id), credential?.sessionId ?? null)),
});
