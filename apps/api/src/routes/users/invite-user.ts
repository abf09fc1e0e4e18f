import { inviteLink, userParams } from '@leadbridge/contracts';
import { checkCredentialChange, invite, noSuchUser } from '@leadbridge/usecases';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';
import { proofNote, requireProof } from '../auth/require-proof.js';
import { inviteLinkOf } from './invite-link.js';

export const inviteUser = defineRoute({
  method: 'post',
  path: '/users/:user_id/invite',
  permission: 'users.manage',
  summary: 'Issue a new one-time link for a user',
  description: `With the link the person chooses a name and a password. Earlier links for them are no longer valid. ${proofNote}`,
  tags: ['Access'],
  request: { params: userParams },
  responses: { 201: { description: 'The link.', schema: inviteLink } },
  errors: [404],
  handler: async (request) => {
    await requireProof(request);
    const { access, invitations } = request.services;
    const { user_id: userId } = request.params;
    const user = await access.users.find(userId);
    if (user === null) {
      throw noSuchUser(userId);
    }
    const origin = auditOrigin(request);
    checkCredentialChange(origin, userId);
    const issued = await invite(access, user, invitations.validSeconds, origin);
    return { status: 201, body: inviteLinkOf(issued, request) };
  },
});
