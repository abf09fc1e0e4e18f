import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { currentTestRun } from './test-servers.js';

/** Starts servers whose data are in a folder of their own, which goes when they stop. */
export async function inTestFolder<T extends { stop(): Promise<void> }>(
  start: (dataDirectory: string, environment: { readonly PATH: string }) => Promise<T>,
  root = currentTestRun().dataRoot,
): Promise<T> {
  const dataDirectory = await mkdtemp(join(root, 'leadbridge-test-'));
  const started = await start(dataDirectory, { PATH: currentTestRun().searchPath });
  return {
    ...started,
    stop: async () => {
      await started.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
