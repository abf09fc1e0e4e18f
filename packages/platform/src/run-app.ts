import { ConfigError, shownDefault, type Variable } from './config.js';
import { createLogger, type LogFormat, type Logger, type LogLevel } from './logger.js';
import { stopOnSignal, type ShutdownStep } from './shutdown.js';
import { startTracing } from './start-tracing.js';

export interface App<Config> {
  readonly name: 'api' | 'worker';
  /** What it does, for `--help`. */
  readonly purpose: string;
  readonly variables: Readonly<Record<string, Variable<unknown>>>;
  /** @throws ConfigError */
  readonly loadConfig: () => Config;
  /** Starts it; returns its shutdown steps in order, and the log line for when it is ready. */
  readonly start: (
    config: Config,
    logger: Logger,
  ) => Promise<{
    readonly steps: readonly ShutdownStep[];
    readonly startInfo?: Readonly<Record<string, unknown>>;
  }>;
}

/** The name of an app in a sentence. */
const titles = { api: 'API', worker: 'worker' };

interface AppConfig {
  readonly logLevel: LogLevel;
  /** Null for text on a terminal and JSON elsewhere. */
  readonly logFormat: LogFormat | null;
  readonly otlpEndpoint: string | null;
}

/**
 * Runs an app until a signal stops it; with `--help` it only prints its variables. Invalid settings are
 * listed on standard error, and a failed start is one log line; both end the process with exit code 1.
 */
export async function runApp<Config extends AppConfig>(app: App<Config>): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpOf(app));
    return;
  }
  try {
    await startUp(app);
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function startUp<Config extends AppConfig>({ name, loadConfig, start }: App<Config>): Promise<void> {
  const config = loadConfig();
  const logger = createLogger({
    app: name,
    level: config.logLevel,
    format: config.logFormat ?? (process.stdout.isTTY ? 'text' : 'json'),
  });
  try {
    const tracing = await startTracing(`leadbridge-${name}`, config.otlpEndpoint, logger);
    const { steps, startInfo: told } = await start(config, logger);
    stopOnSignal([...steps, ...tracing], logger);
    logger.info(`${name} ready`, told);
    // For a parent process that waits for it, independent of the log level.
    process.send?.('ready');
  } catch (error) {
    // An operator needs one readable line about a failed start; the rest is on debug level.
    logger.error(
      `The ${titles[name]} could not start: ${error instanceof Error ? error.message : String(error)}`,
    );
    logger.debug('why it could not start', { error });
    process.exitCode = 1;
    setImmediate(() => process.exit());
  }
}

function helpOf({ name, purpose, variables }: Pick<App<unknown>, 'name' | 'purpose' | 'variables'>): string {
  const lines = Object.values(variables).map(
    (variable) => `  ${variable.name.padEnd(28)} ${variable.description} (${shownDefault(variable)})`,
  );
  return `Leadbridge ${titles[name]}: ${purpose}\n\nEnvironment:\n${lines.join('\n')}\n`;
}
