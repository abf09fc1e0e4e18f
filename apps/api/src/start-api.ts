import type { Logger, ShutdownStep } from '@leadbridge/platform';

import { composeApi, type ReplacedParts } from './compose.js';
import type { ApiConfig } from './config.js';
import { announceFirstStart } from './first-start.js';
import { startServer } from './server.js';

export interface StartedApi {
  readonly address: string;
  readonly steps: readonly ShutdownStep[];
}

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
