import { createUserBody, createdUserView, type CreatedUserView } from '@leadbridge/contracts';
import { createUser as create, invite } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { presentUser } from '../../presenters/user-view.js';
import { proofNote, requireProof } from '../auth/require-proof.js';
import { inviteLinkOf } from './invite-link.js';

export const createUser = defineRoute({
  method: 'post',
  path: '/users',
  permission: 'users.manage',
  summary: 'Add a user',
  description: `Without a \`password\`, the response has a one-time link with which the person chooses their own. With an API key or an access token the first admin can be added, and no other: 403 with the reason \`PERSON_REQUIRED\`. ${proofNote}`,
  tags: ['Access'],
  request: { body: createUserBody },
  responses: { 201: { description: 'The person.', schema: createdUserView } },
  errors: [409],
  idempotent: true,
  handler: async (request) => {
    await requireProof(request);
    const { access, invitations } = request.services;
    const origin = auditOrigin(request);
    const user = await create(access, request.body, origin);
    const link =
      request.body.password === undefined
        ? inviteLinkOf(await invite(access, user, invitations.validSeconds, origin), request)
        : {};
    const body: CreatedUserView = { ...presentUser(user), ...link };
    return { status: 201, body };
  },
});
