import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { createPsaSimulator, type PsaSimulator, type PsaSimulatorOptions } from '@leadbridge/psa-simulator';

import { locateValkey } from '../binaries/locate.js';
import { startRedis } from '../servers/redis-server.js';
import { lendDatabase } from '../testing/lend-database.js';
import { currentTestRun } from '../testing/test-servers.js';
import { LeakWatch } from './leak-watch.js';
import { RedisOutage } from './redis-outage.js';

export interface SystemOptions {
  /** How many workers and APIs; one of each unless said otherwise. */
  readonly workers?: number;
  readonly apis?: number;
  /** Settings of the apps, over those that the system gives them. */
  readonly env?: Readonly<Record<string, string>>;
  /** The same of the workers alone. */
  readonly workerEnv?: Readonly<Record<string, string>>;
  readonly simulator?: PsaSimulatorOptions;
}

/** What a system needs to know of an app that it has started. */
export interface StartedApp {
  /** The lines of its log. */
  readonly output: string;
  stop(): Promise<unknown>;
}

export interface StartedApi<App extends StartedApp> {
  readonly app: App;
  readonly baseUrl: string;
}

/** The settings of one app, and who takes the lines of its log. */
export interface AppSettings {
  /** 1 for the first of its kind. */
  readonly number: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
}

/** How the apps of a system are started: as processes, or in the process of the test. */
export interface AppStarters<Worker extends StartedApp, Api extends StartedApp> {
  startApi(settings: AppSettings): Promise<StartedApi<Api>>;
  startWorker(settings: AppSettings): Promise<Worker>;
}

/** The real service on real servers and a simulated PSA. */
export interface SystemOf<Worker extends StartedApp, Api extends StartedApp = Worker> {
  /** The origin of the first API, such as `http://127.0.0.1:40001`. */
  readonly baseUrl: string;
  /** The origins of all APIs. */
  readonly baseUrls: readonly string[];
  readonly adminKey: string;
  /** `WEBHOOK_INBOUND_SECRET`: signs what the PSA sends. */
  readonly inboundSecret: string;
  readonly mongodbUri: string;
  readonly redisUrl: string;
  readonly simulator: PsaSimulator;
  readonly apis: readonly Api[];
  readonly workers: readonly Worker[];
  /** Starts one more worker beside the others. */
  addWorker(): Promise<Worker>;
  /** The Redis of this system alone, which may be taken away and brought back. */
  readonly redis: RedisOutage;
  /** Ends everything in order. @throws Error where a log or Redis held a secret or a person */
  stop(): Promise<void>;
}

/** For whoever does not care how its apps run. */
export type TestSystem = SystemOf<StartedApp>;

/** Starts them all at once; what did start is in `started` even where another did not. @throws Error of the first failure */
async function startAll<T>(starts: readonly Promise<T>[], started: T[]): Promise<void> {
  const results = await Promise.allSettled(starts);
  for (const result of results) {
    if (result.status === 'fulfilled') {
      started.push(result.value);
    }
  }
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) {
    throw failure.reason;
  }
}

async function stopAll(apps: readonly StartedApp[]): Promise<void> {
  await Promise.all(apps.map((app) => app.stop()));
}

/**
 * Starts APIs, workers and a PSA simulator for one test file (`*.int.test.ts`), with a database and a Redis of their own.
 * Resolves when all are ready; whoever calls it calls `stop()`.
 */
export async function startSystemOf<Worker extends StartedApp, Api extends StartedApp>(
  starters: AppStarters<Worker, Api>,
  options: SystemOptions = {},
): Promise<SystemOf<Worker, Api>> {
  const run = currentTestRun();
  const database = await lendDatabase();
  const dataDirectory = await mkdtemp(join(run.dataRoot, 'leadbridge-system-'));
  const binary = await locateValkey({ environment: { PATH: run.searchPath }, report: () => {} });
  const redis = new RedisOutage(await startRedis({ binary, dataDirectory, temporary: true }));
  const simulator = createPsaSimulator({ randomSeed: run.seed, ...options.simulator });
  await simulator.start();

  const environment = {
    PATH: run.searchPath,
    LOG_FORMAT: 'json',
    MONGODB_URI: database.mongodbUri,
    REDIS_URL: redis.url,
    PSA_URL: simulator.url,
    PSA_CLIENT_ID: simulator.clientId,
    PSA_CLIENT_SECRET: simulator.clientSecret,
    // The simulator shows at once what it applied.
    PSA_SETTLE_SECONDS: '0.25',
    // As long as possible: also on a busy machine, the response says how the job ended.
    SYNC_WAIT_SECONDS: '60',
    BOOTSTRAP_API_KEY: `lbk_${randomBytes(24).toString('base64url')}`,
    WEBHOOK_INBOUND_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    // A test that runs at that time must not meet it.
    RECONCILE_AT: 'off',
    ...options.env,
  };
  const watch = new LeakWatch([
    environment.BOOTSTRAP_API_KEY,
    environment.WEBHOOK_INBOUND_SECRET,
    environment.ENCRYPTION_KEY,
    environment.PSA_CLIENT_SECRET,
  ]);
  const onLine = (line: string): void => {
    watch.look('a log', line);
  };
  const startWorker = async (number: number): Promise<Worker> =>
    starters.startWorker({ number, environment: { ...environment, ...options.workerEnv }, onLine });
  const apis: StartedApi<Api>[] = [];
  const workers: Worker[] = [];
  const stop = async (): Promise<void> => {
    await stopAll(apis.map(({ app }) => app));
    await stopAll(workers);
    await watch.lookIntoRedis(redis.url);
    await simulator.stop();
    await redis.stop();
    await database.giveBack();
    await rm(dataDirectory, { recursive: true, force: true });
    watch.finish();
  };
  const workerStarts = Array.from({ length: options.workers ?? 1 }, (_, index) => startWorker(index + 1));
  const apiStarts = Array.from({ length: options.apis ?? 1 }, (_, index) =>
    starters.startApi({ number: index + 1, environment, onLine }),
  );
  const outcomes = await Promise.allSettled([startAll(apiStarts, apis), startAll(workerStarts, workers)]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) {
    await stop();
    throw failure.reason;
  }
  const baseUrls = apis.map(({ baseUrl }) => baseUrl);
  return {
    baseUrl: baseUrls[0] ?? '',
    baseUrls,
    adminKey: environment.BOOTSTRAP_API_KEY,
    inboundSecret: environment.WEBHOOK_INBOUND_SECRET,
    mongodbUri: environment.MONGODB_URI,
    redisUrl: redis.url,
    simulator,
    apis: apis.map(({ app }) => app),
    workers,
    redis,
    addWorker: async () => {
      const worker = await startWorker(workers.length + 1);
      workers.push(worker);
      return worker;
    },
    stop,
  };
}
