import { join } from 'node:path';

import type { ManagedProcess } from '../processes/managed-process.js';
import { respondsOk, startNodeApp, type NodeAppSettings } from '../processes/node-app.js';
import { freePort, whyNotFree } from '../processes/free-port.js';
import { resolveServers } from '../servers/resolve-servers.js';
import { developmentSecrets, type DevelopmentSecrets } from './development-secrets.js';
import { defaultsOf, reachableOrigin, type DevelopmentSettings } from './development-settings.js';
import type { ProcessLedger } from './process-ledger.js';
import type { Banner } from './banner.js';
import { simulatedNotifications } from './simulated-notifications.js';
import { simulatedProviders } from './simulated-providers.js';
import { Supervised, type Launch } from './supervised.js';

type Environment = Readonly<Record<string, string | undefined>>;

interface SystemOptions {
  readonly environment: Environment;
  readonly checkout: string;
  readonly settings: DevelopmentSettings;
  readonly ledger: ProcessLedger;
  readonly write: (text: string) => void;
  readonly simulatorPort?: number;
  /** Takes what the apps print, from the first line on. */
  readonly log: (line: string) => void;
  /** Whether it is shown too, once the start is over. */
  readonly verbose: boolean;
}

const database = 'leadbridge';
const usualSimulatorPort = 3900;
const simulatorClient = { PSA_CLIENT_ID: 'leadbridge', PSA_CLIENT_SECRET: 'leadbridge-development' };

type AppName = 'api' | 'worker' | 'psa-simulator';

/** The order of stopping: nothing new is accepted, what is in hand is finished, and only then its servers go. */
const stopOrder: readonly string[] = ['api', 'worker', 'psa-simulator', 'Redis', 'MongoDB'];

/** Everything that one `npm start` runs. It is started once and stopped once. */
export class DevelopmentSystem {
  readonly #options: SystemOptions;
  readonly #parts: Supervised[] = [];
  #showing = false;
  #firstAdminLink: string | null = null;

  constructor(options: SystemOptions) {
    this.#options = options;
  }

  /** From now on the output of the apps is shown where that is wished; until then it is kept for the message of a failure. */
  showOutput(): void {
    this.#showing = this.#options.verbose;
  }

  /** @throws Error naming what did not start, with its last lines */
  async start(): Promise<Omit<Banner, 'origin' | 'dataDirectory' | 'logFile'>> {
    const { environment, settings } = this.#options;
    const secrets = await developmentSecrets(environment, settings.dataDirectory);
    const origin = reachableOrigin(settings);
    const addresses = await this.#startServers();
    const base = {
      ...environment,
      ...defaultsOf(environment),
      ...secrets,
      LOG_FORMAT: environment['LOG_FORMAT'] || logFormat(),
    };
    const simulator = environment['PSA_URL'] ? null : await this.#startSimulator(base, origin);
    const shared = { ...base, ...addresses, ...simulator?.settings };
    this.#report('Starting the API and the worker ...');
    await Promise.all([
      this.#startApp('worker', shared, (app) => Promise.resolve(app.hasReportedReady)),
      this.#startApp('api', { ...shared, HOST: settings.host, PORT: String(settings.port) }, () =>
        respondsOk(`${origin}/readyz`),
      ),
    ]);
    return {
      adminKey: secrets.BOOTSTRAP_API_KEY,
      firstAdminLink: this.#firstAdminLink,
      simulator: simulator?.address ?? null,
      commandSettings: { ...chosenHere(addresses, environment), ...simulator?.client },
    };
  }

  async stop(): Promise<void> {
    for (const name of stopOrder) {
      await this.#parts.find((part) => part.name === name)?.stop();
    }
  }

  readonly #report = (line: string): void => {
    this.#options.write(`${line}\n`);
  };

  async #startServers(): Promise<Environment> {
    const { environment, settings } = this.#options;
    const servers = await resolveServers({
      environment,
      dataDirectory: settings.dataDirectory,
      temporary: false,
      report: this.#report,
    });
    const { mongodb, redis } = servers;
    if (mongodb !== null) {
      await this.#supervise('MongoDB', mongodb.process, settings.dataDirectory, () => mongodb.relaunch());
    }
    if (redis !== null) {
      await this.#supervise('Redis', redis.process, String(redis.port), () => redis.relaunch());
    }
    return {
      MONGODB_URI: mongodb?.uri(database) ?? environment['MONGODB_URI'],
      REDIS_URL: servers.redisUrl,
    };
  }

  /** Returns the simulator's address, and the settings with which the apps use it. */
  async #startSimulator(
    base: Environment & DevelopmentSecrets,
    origin: string,
  ): Promise<{ address: string; client: Record<string, string>; settings: Environment }> {
    const { simulatorPort = usualSimulatorPort } = this.#options;
    const taken = (await whyNotFree(simulatorPort, '127.0.0.1')) !== null;
    const port = taken ? await freePort() : simulatorPort;
    const address = `http://127.0.0.1:${port}`;
    const dialect = base['PSA_DIALECT'] ? { PSA_DIALECT: base['PSA_DIALECT'] } : {};
    const client = { PSA_URL: address, ...simulatorClient, ...dialect };
    const settings = {
      ...client,
      ...simulatedProviders(base, address, base.WEBHOOK_INBOUND_SECRET),
      ...simulatedNotifications(base, base.WEBHOOK_INBOUND_SECRET),
    };
    const environment = {
      ...base,
      ...settings,
      HOST: '127.0.0.1',
      PORT: String(port),
      NOTIFY_URL: `${origin}/api/v1/webhooks/dnc-sync`,
      SIMULATOR_STATE_FILE: join(this.#options.settings.dataDirectory, 'psa-simulator.json'),
    };
    await this.#startApp('psa-simulator', environment, () => respondsOk(address));
    return { address, client, settings };
  }

  async #startApp(
    name: AppName,
    environment: Environment,
    isReady: NodeAppSettings['isReady'],
  ): Promise<void> {
    const script = join(this.#options.checkout, 'apps', name, 'dist', 'main.js');
    const launch: Launch = () =>
      startNodeApp({
        name,
        parameters: ['--enable-source-maps', script],
        environment,
        directory: this.#options.checkout,
        isReady,
        onLine: (line) => {
          this.#options.log(line);
          this.#firstAdminLink =
            /https?:\/\/\S+\/console\/setup#[\w-]+/u.exec(line)?.[0] ?? this.#firstAdminLink;
          if (this.#showing) {
            this.#report(line);
          }
        },
      });
    await this.#supervise(name, await launch(), script, launch);
  }

  async #supervise(name: string, process: ManagedProcess, marker: string, launch: Launch): Promise<void> {
    const note = async (running: ManagedProcess): Promise<ManagedProcess> => {
      await this.#options.ledger.note(name, running.pid ?? 0, marker);
      return running;
    };
    this.#parts.push(new Supervised(name, process, async () => note(await launch()), this.#report));
    await note(process);
  }
}

/** The addresses of the servers that were started here; those of one's own may hold a password, and are known. */
function chosenHere(addresses: Environment, environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(addresses).flatMap(([name, value]) =>
      environment[name] || !value ? [] : [[name, value]],
    ),
  );
}

function logFormat(): string {
  return process.stdout.isTTY ? 'text' : 'json';
}
