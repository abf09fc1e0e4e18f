import { runApp } from '@leadbridge/platform';
import { quietRefusals } from '@leadbridge/queue';

import { startWorker } from './compose.js';
import { loadWorkerConfig, workerVariables } from './config.js';

await runApp({
  name: 'worker',
  purpose: 'consumes the queues and writes to the PSA.',
  variables: workerVariables,
  loadConfig: loadWorkerConfig,
  start: async (config, logger) => ({ steps: await startWorker(config, quietRefusals(logger)) }),
});
