import { ConfigError, createLogger, stopOnSignal } from '@leadbridge/platform';

import { readConfig } from './config.js';
import { createPsaSimulator } from './create-psa-simulator.js';
import { errorCode } from './error-facts.js';

/** Starts the simulator on its own, until a signal stops it. */
async function main(): Promise<void> {
  const config = readConfig(undefined, process.argv.slice(2));
  const logger = createLogger({
    app: 'psa-simulator',
    level: config.logLevel,
    format: config.logFormat ?? (process.stdout.isTTY ? 'text' : 'json'),
  });
  const { notifyUrl, inboundSecret, rateLimit, ...options } = config;
  const simulator = createPsaSimulator({
    ...options,
    ...(rateLimit === undefined ? {} : { rateLimit }),
    suppressionKeys: {
      provider_a: config.providerKeyA,
      provider_b: config.providerKeyB,
      provider_c: config.providerKeyC,
    },
    notifications: {
      url: notifyUrl,
      authorization: config.notificationAuth,
      // A webhook that has a credential is not signed.
      secret: config.notificationAuth === undefined ? inboundSecret : undefined,
    },
    logger,
  });
  await simulator.start();
  logger.info('the PSA simulator is ready', {
    page: simulator.url,
    token_url: `${simulator.url}/auth/token`,
    dialect: config.psaDialect,
    kind: simulator.kind,
    tickets: simulator.tickets().length,
    notifications: notifyUrl ?? 'off: set NOTIFY_URL',
  });
  stopOnSignal([{ name: 'simulator', stop: () => simulator.stop() }], logger, 5000);
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) {
    return error.message;
  }
  if (errorCode(error) === 'EADDRINUSE') {
    return 'The port of the PSA simulator is in use. Set PORT to another one, or end the process that holds it.';
  }
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
