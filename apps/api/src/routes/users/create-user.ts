import { createUserBody, userView } from '@leadbridge/contracts';
import { createUser as create } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentUser } from '../../presenters/user-view.js';

export const createUser = defineRoute({
  method: 'post',
  path: '/users',
  permission: 'users.manage',
  summary: 'Add a user',
  tags: ['Access'],
  request: { body: createUserBody },
  answers: { 201: { description: 'The person.', schema: userView } },
  errors: [409],
  idempotent: true,
  handler: async (request) => {
    const user = await create(request.services.access, request.body, auditOrigin(request));
    return { status: 201, body: presentUser(user) };
  },
});
