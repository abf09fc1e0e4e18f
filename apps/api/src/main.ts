import { ConfigError, createLogger, startTracing, stopOnSignal } from '@leadbridge/platform';

import { composeApi } from './compose.js';
import { apiVariables, loadApiConfig } from './config.js';
import { startServer } from './server.js';

const help = `Leadbridge API: authenticates, limits and validates requests, and hands their work to the worker.

Environment:
${Object.values(apiVariables)
  .map(({ name, description }) => `  ${name.padEnd(28)} ${description}`)
  .join('\n')}
`;

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(help);
    return;
  }
  const config = loadApiConfig();
  const logger = createLogger({
    app: 'api',
    level: config.logLevel,
    format: config.logFormat ?? (process.stdout.isTTY ? 'text' : 'json'),
  });
  if (config.encryptionKey === null) {
    logger.warn('ENCRYPTION_KEY is not set: what is encrypted now cannot be read after the next start');
  }
  try {
    const tracing = await startTracing('leadbridge-api', config.otlpEndpoint, logger);
    const api = await composeApi(config, logger);
    const server = await startServer(api.app, config, api.services);
    const drain = {
      name: 'http',
      stop: async () => {
        api.announceStop();
        await server.close();
      },
    };
    stopOnSignal([drain, ...api.steps, ...tracing], logger);
    logger.info('api ready', { address: server.address });
  } catch (error) {
    // One readable line is what an operator needs of a start that failed; the rest is for those who ask.
    logger.error(`The API could not start: ${error instanceof Error ? error.message : String(error)}`);
    logger.debug('why it could not start', { error });
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
