import type { InviteLink } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import type { IssuedInvitation } from '@leadbridge/usecases';

import type { RouteRequest } from '../../pipeline/route.js';

/** A one-time link, at the address by which people reach the service, else at the one of the request. */
export function inviteLinkOf(
  { token, expiresAt }: IssuedInvitation,
  { services, headers, secure }: Pick<RouteRequest, 'services' | 'headers' | 'secure'>,
): InviteLink {
  const origin = services.invitations.publicUrl ?? `${secure ? 'https' : 'http'}://${headers.host ?? ''}`;
  return { invite_url: `${origin}/console/setup#${token}`, invite_expires_at: isoTime(expiresAt) };
}
