import { join } from 'node:path';

import { freePort } from '../processes/free-port.js';
import { ManagedProcess } from '../processes/managed-process.js';
import { waitForOutput } from '../processes/wait-for-output.js';
import { checkout } from './test-apps.js';
import { currentTestRun } from './test-servers.js';

/** The first start builds what is stale. */
const readyWithinMs = 400_000;

/** Runs `npm start` as on a fresh machine, with no settings but these, until it is ready. */
export async function npmStart(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ManagedProcess> {
  const start = new ManagedProcess({
    name: 'npm start',
    command: process.execPath,
    parameters: [join(checkout, 'scripts', 'start.mjs')],
    environment: {
      PATH: currentTestRun().searchPath,
      PORT: String(await freePort()),
      DATA_DIR: dataDirectory,
      ...settings,
    },
  });
  try {
    await waitForOutput(start, 'Ctrl-C stops everything', readyWithinMs);
    return start;
  } catch (error) {
    await start.stop();
    throw error;
  }
}
