import { Writable } from 'node:stream';

import {
  startSystemOf,
  startWorkerProcess,
  type AppProcess,
  type AppSettings,
  type StartedApi,
  type StartedApp,
  type SystemOf,
  type SystemOptions,
  type TestSystem,
} from '@leadbridge/devkit';
import {
  createLogger,
  TimeoutError,
  withTimeout,
  type Logger,
  type LogLevel,
  type ShutdownStep,
} from '@leadbridge/platform';

import { loadApiConfig } from '../../apps/api/src/config.js';
import { startApi } from '../../apps/api/src/start-api.js';
import { cheapPasswords } from '../../apps/api/src/testing/cheap-passwords.js';
import { startWorker } from '../../apps/worker/src/compose.js';
import { loadWorkerConfig } from '../../apps/worker/src/config.js';

interface KeptLog {
  readonly logger: Logger;
  readonly lines: readonly string[];
}

function keepLog(app: string, level: LogLevel, onLine: (line: string) => void): KeptLog {
  const lines: string[] = [];
  const output = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      onLine(String(line));
      done();
    },
  });
  return { logger: createLogger({ app, level, format: 'json', output }), lines };
}

/** A process would end after 20 s, whatever a part does; a busy machine may need longer. */
const stopLimitMs = 60_000;

function appOf(steps: readonly ShutdownStep[], { lines }: KeptLog): StartedApp {
  return {
    get output() {
      return lines.join('');
    },
    async stop() {
      for (const step of steps) {
        await withTimeout(step.stop(), stopLimitMs).catch((error: unknown) => {
          if (!(error instanceof TimeoutError)) {
            throw error;
          }
          process.stdout.write(
            `'${step.name}' has not stopped; the last lines:\n${lines.slice(-20).join('')}`,
          );
        });
      }
    },
  };
}

async function startApiHere({ environment, onLine }: AppSettings): Promise<StartedApi<StartedApp>> {
  const config = loadApiConfig({ ...environment, HOST: '127.0.0.1' });
  const log = keepLog('api', config.logLevel, onLine);
  const { address, steps } = await startApi({ ...config, port: 0 }, log.logger, {
    passwords: cheapPasswords,
  });
  return { app: appOf(steps, log), baseUrl: address };
}

async function startWorkerHere({ environment, onLine }: AppSettings): Promise<StartedApp> {
  const config = loadWorkerConfig(environment);
  const log = keepLog('worker', config.logLevel, onLine);
  return appOf(await startWorker(config, log.logger), log);
}

/**
 * The service in the process of the test, composed as its apps compose it, except for the cost of passwords: for every test that kills, freezes, restarts and measures
 * nothing. Each call composes a new one, so that nothing of an earlier one is seen.
 */
export async function startSystemHere(options: SystemOptions = {}): Promise<TestSystem> {
  return await startSystemOf({ startApi: startApiHere, startWorker: startWorkerHere }, options);
}

/** Its workers are processes, which a test may kill, freeze or restart, and its APIs live in the process of the test. */
export type WorkerSystem = SystemOf<AppProcess, StartedApp>;

/** For every test that does so to workers alone: to start an API costs as much as the work of most tests. */
export async function startWorkerSystem(options: SystemOptions = {}): Promise<WorkerSystem> {
  return await startSystemOf({ startApi: startApiHere, startWorker: startWorkerProcess }, options);
}
