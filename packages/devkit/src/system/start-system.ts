import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { createPsaSimulator, type PsaSimulator, type PsaSimulatorOptions } from '@leadbridge/psa-simulator';

import { locateValkey } from '../binaries/locate.js';
import { freePort } from '../processes/free-port.js';
import { answersOk, type NodeAppSettings } from '../processes/node-app.js';
import { startRedis } from '../servers/redis-server.js';
import { checkout } from '../testing/test-apps.js';
import { lendDatabase } from '../testing/lend-database.js';
import { currentTestRun } from '../testing/test-servers.js';
import { AppProcess } from './app-process.js';
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

/** The real service, as processes, on real servers and a simulated PSA. */
export interface TestSystem {
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
  readonly apis: readonly AppProcess[];
  readonly workers: readonly AppProcess[];
  /** The Redis of this system alone, which may be taken away and brought back. */
  readonly redis: RedisOutage;
  /** Starts one more worker beside the others. */
  addWorker(): Promise<AppProcess>;
  /** Ends everything in order. @throws Error where a log or Redis held a secret or a person */
  stop(): Promise<void>;
}

/** What all apps of a system share. */
type SharedSettings = Pick<NodeAppSettings, 'environment' | 'directory' | 'onLine'>;

function startWorker(number: number, shared: SharedSettings): Promise<AppProcess> {
  return AppProcess.start({
    ...shared,
    name: `worker ${number}`,
    parameters: [currentTestRun().apps.worker],
    isReady: (app) => Promise.resolve(app.hasReportedReady),
  });
}

interface StartedApi {
  readonly app: AppProcess;
  readonly baseUrl: string;
}

const portAttempts = 3;

async function startApi(number: number, shared: SharedSettings): Promise<StartedApi> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    try {
      const app = await AppProcess.start({
        ...shared,
        name: `API ${number}`,
        parameters: [currentTestRun().apps.api],
        environment: { ...shared.environment, HOST: '127.0.0.1', PORT: String(port) },
        isReady: () => answersOk(`${baseUrl}/readyz`),
      });
      return { app, baseUrl };
    } catch (error) {
      // Between choosing the port and using it another process may have come first.
      if (attempt === portAttempts || !String(error).includes('is in use')) {
        throw error;
      }
    }
  }
}

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

async function stopAll(apps: readonly AppProcess[]): Promise<void> {
  await Promise.all(apps.map((app) => app.stop()));
}

/**
 * Starts APIs, workers and a PSA simulator for one test file (`*.int.test.ts`), with a database and a Redis of their own.
 * Resolves when all are ready; whoever calls it calls `stop()`, and should the test be killed, its processes end with it.
 */
export async function startSystem(options: SystemOptions = {}): Promise<TestSystem> {
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
    // As long as can be: on a busy machine, too, an answer tells how the job ended.
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
  const shared: SharedSettings = {
    environment,
    directory: checkout,
    onLine: (line) => {
      watch.look('a log', line);
    },
  };
  const ofWorkers = { ...shared, environment: { ...environment, ...options.workerEnv } };
  const apis: StartedApi[] = [];
  const workers: AppProcess[] = [];
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
  const workerStarts = Array.from({ length: options.workers ?? 1 }, (_, index) =>
    startWorker(index + 1, ofWorkers),
  );
  const apiStarts = Array.from({ length: options.apis ?? 1 }, (_, index) => startApi(index + 1, shared));
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
      const worker = await startWorker(workers.length + 1, ofWorkers);
      workers.push(worker);
      return worker;
    },
    stop,
  };
}
