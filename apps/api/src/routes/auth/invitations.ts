import {
  checkSetupBody,
  completeSetupBody,
  inviteLink,
  loginResponse,
  setupView,
  userParams,
} from '@leadbridge/contracts';
import type { InviteLink } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import {
  acceptInvitation,
  checkCredentialChange,
  invite,
  noSuchUser,
  readInvitation,
} from '@leadbridge/usecases';
import type { IssuedInvitation } from '@leadbridge/usecases';

import { ok } from '../../http/route-response.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { route, type Route, type RouteRequest } from '../../pipeline/route.js';
import { refuseFromElsewhere, signedInResponse } from './new-session.js';
import { proofNote, requireProof } from './require-proof.js';

export const invitationRoutes: readonly Route[] = [
  route.post('/auth/setup/check', {
    permission: 'none',
    summary: 'Check a one-time link',
    description:
      'Whom the link is for. A link that was used or has expired gets 404 with the reason `LINK_EXPIRED`.',
    request: { body: checkSetupBody },
    responses: { 200: { description: 'The link is valid.', schema: setupView } },
    errors: [404],
    limits: ['sign_in'],
    handler: async ({ body, services }) => {
      const user = await readInvitation(services.access, body.token);
      return ok({ email: user?.email ?? null, name: user?.name ?? null });
    },
  }),
  route.post('/auth/setup', {
    permission: 'none',
    summary: 'Create an account by a one-time link',
    description:
      'Sets the name and the password of the person whom the link is for, and signs them in as `POST /auth/login` does. The link for the first admin needs their `email` too. A link works once: 404 with the reason `LINK_EXPIRED` after that.',
    request: { body: completeSetupBody },
    responses: { 200: { description: 'Signed in.', schema: loginResponse } },
    errors: [403, 404, 409],
    limits: ['sign_in'],
    handler: async (request) => {
      const { body, headers, address, requestId, services } = request;
      refuseFromElsewhere(headers);
      return signedInResponse(await acceptInvitation(services.access, body, { address, requestId }), request);
    },
  }),
  route.post('/users/:user_id/invite', {
    permission: 'users.manage',
    summary: 'Issue a new one-time link for a user',
    description: `With the link the person chooses a name and a password. Earlier links for them are no longer valid. ${proofNote}`,
    request: { params: userParams },
    responses: { 201: { description: 'The link.', schema: inviteLink } },
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
  }),
];

/** A one-time link, at the address by which people reach the service, else at the one of the request. */
export function inviteLinkOf(
  { token, expiresAt }: IssuedInvitation,
  { services, headers, secure }: Pick<RouteRequest, 'services' | 'headers' | 'secure'>,
): InviteLink {
  const origin = services.invitations.publicUrl ?? `${secure ? 'https' : 'http'}://${headers.host ?? ''}`;
  return { invite_url: `${origin}/console/setup#${token}`, invite_expires_at: isoTime(expiresAt) };
}
