import { ConfigError, createLogger, startTracing, stopOnSignal } from '@leadbridge/platform';

import { startWorker } from './compose.js';
import { loadWorkerConfig, workerVariables } from './config.js';

const help = `Leadbridge worker: consumes the queues and writes to the PSA.

Environment:
${Object.values(workerVariables)
  .map(({ name, description }) => `  ${name.padEnd(28)} ${description}`)
  .join('\n')}
`;

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(help);
    return;
  }
  const config = loadWorkerConfig();
  const logger = createLogger({
    app: 'worker',
    level: config.logLevel,
    format: config.logFormat ?? (process.stdout.isTTY ? 'text' : 'json'),
  });
  try {
    const tracing = await startTracing('leadbridge-worker', config.otlpEndpoint, logger);
    stopOnSignal([...(await startWorker(config, logger)), ...tracing], logger);
    logger.info('worker ready');
  } catch (error) {
    logger.error('the worker could not start', { error });
    process.exitCode = 1;
    setImmediate(() => process.exit());
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError)) {
    throw error;
  }
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
