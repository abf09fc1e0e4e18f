import { runApp } from '@leadbridge/platform';
import { quietRefusals } from '@leadbridge/queue';

import { apiVariables, loadApiConfig } from './config.js';
import { startApi } from './start-api.js';

await runApp({
  name: 'api',
  purpose: 'authenticates, limits and validates requests, and hands their work to the worker.',
  variables: apiVariables,
  loadConfig: loadApiConfig,
  start: async (config, logger) => {
    const { address, steps } = await startApi(config, quietRefusals(logger));
    return { steps, startInfo: { address } };
  },
});
