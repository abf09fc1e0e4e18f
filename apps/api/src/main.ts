import { runApp } from '@leadbridge/platform';
import { quietRefusals } from '@leadbridge/queue';

import { composeApi } from './compose.js';
import { apiVariables, loadApiConfig } from './config.js';
import { startServer } from './server.js';

await runApp({
  name: 'api',
  purpose: 'authenticates, limits and validates requests, and hands their work to the worker.',
  variables: apiVariables,
  loadConfig: loadApiConfig,
  start: async (config, logger) => {
    if (config.encryptionKey === null) {
      logger.warn('ENCRYPTION_KEY is not set: what is encrypted now cannot be read after the next start');
    }
    const api = await composeApi(config, quietRefusals(logger));
    const server = await startServer(api.app, config, api.services);
    const drain = {
      name: 'http',
      stop: async () => {
        api.announceStop();
        await server.close();
      },
    };
    return { steps: [drain, ...api.steps], startInfo: { address: server.address } };
  },
});
