import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { resolveServers } from '../servers/resolve-servers.js';
import { testDataRoot } from './data-root.js';
import { dropEndedDatabases, removeTestData } from './remove-test-data.js';
import { buildConsole } from './build-console.js';
import { builtApps, bundleApps } from './test-apps.js';
import { testRunVariable, type TestRun } from './test-servers.js';

function psaKindsOf(text: string | undefined): TestRun['psaKinds'] {
  return text === 'usual' || text === 'others' ? text : 'all';
}

/**
 * One MongoDB and one Redis for all test files of a run, and the apps: bundled from the sources as they are now, the console too, or
 * those that were built. Their addresses travel to Jest's worker processes in the one way
 * that Jest has for it, the environment.
 */
export async function startTestRun(
  environment: NodeJS.ProcessEnv,
  appsFrom: 'sources' | 'build',
): Promise<{ end(): Promise<void> }> {
  // Once for all: test files that built the console side by side took it away from each other.
  const [bundle] = appsFrom === 'sources' ? await Promise.all([bundleApps(), buildConsole()]) : [null];
  // A measurement is one of a service on a disk.
  const dataRoot = appsFrom === 'sources' ? await testDataRoot() : tmpdir();
  const dataDirectory = await mkdtemp(join(dataRoot, 'leadbridge-test-'));
  const servers = await resolveServers({
    environment,
    dataDirectory,
    temporary: true,
    report: (line) => process.stderr.write(`${line}\n`),
  });
  const run: TestRun = {
    name: `lbtest_${randomBytes(4).toString('hex')}`,
    mongodbUri: servers.mongodbUri('test'),
    redisUrl: servers.redisUrl,
    searchPath: environment['PATH'] ?? '',
    dataRoot,
    freeDatabases: appsFrom === 'sources' ? join(dataDirectory, 'free-databases') : null,
    apps: bundle?.apps ?? builtApps(),
    startsFile: join(dataDirectory, 'process-starts'),
    // The same in every run, so that a red one can be repeated, unless another is asked for.
    seed: Number(environment['TEST_SEED'] ?? 1),
    psaKinds: psaKindsOf(environment['PSA_KINDS']),
    wholeMatrix: environment['MATRIX'] === 'all',
    kills: Number(environment['KILLS'] ?? 3),
    replays: Number(environment['REPLAYS'] ?? 200),
    replaysOverHttp: Number(environment['REPLAYS'] ?? 20),
    dryRunRows: Number(environment['DRY_RUN_ROWS'] ?? 300),
    mirrorSteps: Number(environment['MIRROR_STEPS'] ?? 40),
    soak: environment['SOAK'] === '1',
    screenshots: environment['SCREENSHOTS'] === '1',
    writesPath: environment['WRITE_PATH'] === '1',
    consoleRows: Number(environment['CONSOLE_ROWS'] ?? 70),
    optOutOrders: Number(environment['OPT_OUT_ORDERS'] ?? 100),
  };
  environment[testRunVariable] = JSON.stringify(run);
  // Without Jest there are no files that come to an end.
  const stopDropping = appsFrom === 'sources' ? dropEndedDatabases(run) : async () => Promise.resolve();
  return {
    end: async () => {
      await stopDropping();
      const starts = (await readFile(run.startsFile, 'utf8').catch(() => '')).length;
      process.stderr.write(`Processes of API and worker started: ${starts}\n`);
      // Servers that are not ours are left as they were found.
      await removeTestData(run, { mongodb: servers.mongodb === null, redis: servers.redis === null });
      await servers.stop();
      await bundle?.remove();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
