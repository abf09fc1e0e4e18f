import { freePort } from '../processes/free-port.js';
import { respondsOk } from '../processes/node-app.js';
import { checkout } from '../testing/test-apps.js';
import { currentTestRun } from '../testing/test-servers.js';
import { AppProcess } from './app-process.js';
import {
  startSystemOf,
  type AppSettings,
  type StartedApi,
  type SystemOf,
  type SystemOptions,
} from './start-system-of.js';

/** The real service as processes, for tests that kill, freeze or restart one, or that measure. */
export type ProcessSystem = SystemOf<AppProcess>;

/** Resolves when it is ready. */
export async function startWorkerProcess({ number, ...settings }: AppSettings): Promise<AppProcess> {
  return await AppProcess.start({
    ...settings,
    directory: checkout,
    name: `worker ${number}`,
    parameters: [currentTestRun().apps.worker],
    isReady: (app) => Promise.resolve(app.hasReportedReady),
  });
}

const portAttempts = 3;

async function startApi({ number, environment, onLine }: AppSettings): Promise<StartedApi<AppProcess>> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    try {
      const app = await AppProcess.start({
        onLine,
        directory: checkout,
        name: `API ${number}`,
        parameters: [currentTestRun().apps.api],
        environment: { ...environment, HOST: '127.0.0.1', PORT: String(port) },
        isReady: () => respondsOk(`${baseUrl}/readyz`),
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

/** `startSystemOf` with processes, which end with the test should it be killed. */
export async function startSystem(options: SystemOptions = {}): Promise<ProcessSystem> {
  return await startSystemOf({ startApi, startWorker: startWorkerProcess }, options);
}
