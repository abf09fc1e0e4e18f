import { isoTime } from '@leadbridge/platform';
import { inviteFirstAdmin } from '@leadbridge/usecases';

import type { ApiServices } from './services.js';

/**
 * Writes a one-time link for the first admin into the log, as long as there is none: whoever reads the log of the service can
 * also read its configuration.
 *
 * @param address the origin at which this process listens; used where no address for people is set
 */
export async function announceFirstStart(
  { access, invitations, logger }: Pick<ApiServices, 'access' | 'invitations' | 'logger'>,
  address: string,
): Promise<void> {
  const issued = await inviteFirstAdmin(access, invitations.validSeconds);
  if (issued !== null) {
    const origin = invitations.publicUrl ?? address.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/u, '//127.0.0.1:');
    const link = `${origin}/console/setup#${issued.token}`;
    // A warning, so that it shows at every usual level: without an admin nobody can sign in.
    logger.warn(`There is no admin yet. Create one here, once, until ${isoTime(issued.expiresAt)}: ${link}`);
  }
}
