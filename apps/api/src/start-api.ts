import { isoTime, type Logger, type ShutdownStep } from '@leadbridge/platform';
import { inviteFirstAdmin } from '@leadbridge/usecases';

import { composeApi, type ReplacedParts } from './compose.js';
import type { ApiConfig } from './config.js';
import { startServer } from './server.js';
import type { ApiServices } from './services.js';

export interface StartedApi {
  /** The origin, with the actual port. */
  readonly address: string;
  /** The shutdown steps in order. */
  readonly steps: readonly ShutdownStep[];
}

/** Connects everything and accepts requests. */
export async function startApi(
  config: ApiConfig,
  logger: Logger,
  replaced?: ReplacedParts,
): Promise<StartedApi> {
  if (config.encryptionKey === null) {
    logger.warn('ENCRYPTION_KEY is not set: what is encrypted now cannot be read after the next start');
  }
  const api = await composeApi(config, logger, undefined, replaced);
  const server = await startServer(api.app, config, api.services);
  await announceFirstStart(api.services, server.address);
  const drain = {
    name: 'http',
    stop: async () => {
      api.announceStop();
      await server.close();
    },
  };
  return { address: server.address, steps: [drain, ...api.steps] };
}

/**
 * Writes a one-time link for the first admin into the log, as long as there is none: whoever reads the log of the service can
 * also read its configuration.
 *
 * @param address the origin at which this process listens; used where no address for people is set
 */
async function announceFirstStart(
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
