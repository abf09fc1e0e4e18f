import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

export interface DevelopmentSettings {
  readonly port: number;
  readonly host: string;
  /** Absolute; holds the embedded servers' data, the generated secrets and the list of running processes. */
  readonly dataDirectory: string;
}

/** An error that the user can fix; only its message is shown, in one line if possible. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The few variables that the start itself needs; the apps check all the others. @throws StartError */
export function readDevelopmentSettings(environment: Environment, checkout: string): DevelopmentSettings {
  const port = environment['PORT'] || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw new StartError('PORT: expected a whole number from 1 to 65535');
  }
  const directory = environment['DATA_DIR'] || '.leadbridge';
  return {
    port: Number(port),
    host: environment['HOST'] || '127.0.0.1',
    dataDirectory: isAbsolute(directory) ? directory : join(checkout, directory),
  };
}

const developmentDefaults = {
  // High enough for trying things out; in production those of the specification apply.
  RATE_LIMIT_PER_HOUR: '100000',
  BULK_LIMIT_PER_HOUR: '1000',
  // Webhooks may go to a receiver on this machine, such as one that somebody just wrote.
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1/32,::1/128',
};

/** What a start sets for the apps outside of production, unless it is set already. */
export function defaultsOf(environment: Environment): Environment {
  const defaults: Environment = environment['NODE_ENV'] === 'production' ? {} : developmentDefaults;
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, environment[name] || value]),
  );
}

/** Nothing is embedded or generated in production. @throws StartError naming what is missing */
export function refuseEmbeddingInProduction(environment: Environment): void {
  if (environment['NODE_ENV'] !== 'production') {
    return;
  }
  const needed = ['MONGODB_URI', 'REDIS_URL', 'PSA_URL', 'WEBHOOK_INBOUND_SECRET', 'ENCRYPTION_KEY'];
  const missing = needed.filter((name) => !environment[name]);
  if (missing.length > 0) {
    throw new StartError(`NODE_ENV is production, where nothing is embedded: set ${missing.join(', ')}`);
  }
}

/** An address of the API that a person can open: a wildcard to listen on is no address to go to. */
export function reachableOrigin({ host, port }: { host: string; port: number }): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
