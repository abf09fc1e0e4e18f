import { createUserBody, userView } from '@leadbridge/contracts';
import { createUser as create } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentUser } from '../../presenters/user-view.js';
import { proofNote, requireProof } from '../auth/require-proof.js';

export const createUser = defineRoute({
  method: 'post',
  path: '/users',
  permission: 'users.manage',
  summary: 'Add a user',
  description: `With an API key or an access token the first admin can be added, and no other: 403 with the reason \`PERSON_REQUIRED\`. ${proofNote}`,
  tags: ['Access'],
  request: { body: createUserBody },
  answers: { 201: { description: 'The person.', schema: userView } },
  errors: [409],
  idempotent: true,
  handler: async (request) => {
    await requireProof(request);
    const user = await create(request.services.access, request.body, auditOrigin(request));
    return { status: 201, body: presentUser(user) };
  },
});
