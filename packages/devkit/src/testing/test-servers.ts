import { randomBytes } from 'node:crypto';

import { jestExpect } from '@jest/expect';

import { withDatabase } from '../servers/mongodb-uri.js';
import type { TestApps } from './test-apps.js';

/** What the set-up of a test run tells its test files. */
export interface TestRun {
  /** Begins the name of every database and key of the run. */
  readonly name: string;
  readonly mongodbUri: string;
  readonly redisUrl: string;
  /** The PATH of the run, for tests that start a server or an app of their own. */
  readonly searchPath: string;
  /** The folder in which the servers of tests keep their data. */
  readonly dataRoot: string;
  /** The folder in which databases are noted that may be lent again; null where each is to be new, as for a measurement. */
  readonly freeDatabases: string | null;
  readonly apps: TestApps;
  /** The file in which the starts of API and worker processes are counted. */
  readonly startsFile: string;
  /** The seed of what tests leave to chance. */
  readonly seed: number;
  /** On which kinds of PSA the tests of several kinds run: the usual one, the others, or all. */
  readonly psaKinds: 'usual' | 'others' | 'all';
  /** True where every case of the long matrices is tried, and not a sample. */
  readonly wholeMatrix: boolean;
  /** How many kills the drill of random kills makes, over all kinds of PSA. */
  readonly kills: number;
  /** Whether drills whose proof grows with time take half an hour. */
  readonly soak: boolean;
  /** Whether the pictures of docs/images are taken anew. */
  readonly screenshots: boolean;
  /** Whether docs/path-of-a-lead.txt is written anew. */
  readonly writesPath: boolean;
  /** How often events are replayed while others are being committed. */
  readonly replays: number;
  /** The same over HTTP, beside bulk imports. */
  readonly replaysOverHttp: number;
  /** How many leads of random imports the law of dry runs is held against, over both dialects. */
  readonly dryRunRows: number;
  /** How many steps of people, imports and the mirror itself the law of the mirror is held against, over both dialects. */
  readonly mirrorSteps: number;
  /** How many rows the file has that is imported in the browser, 30 of them with faults. */
  readonly consoleRows: number;
  /** How many random orders of imports and opt-outs are tried. */
  readonly optOutOrders: number;
}

export const testRunVariable = 'LEADBRIDGE_TEST_RUN';

export interface TestServers {
  /** A database of its own that is not there yet, on the run's MongoDB (a replica set: transactions and change streams work). */
  readonly mongodbUri: string;
  readonly redisUrl: string;
  /** Begins every key that the test writes; without a colon at its end, as BullMQ wants it. */
  readonly redisKeyPrefix: string;
}

/** What this run has. @throws Error outside a test run that has servers */
export function currentTestRun(): TestRun {
  const described = process.env[testRunVariable];
  if (described === undefined) {
    throw new Error('No servers in this test run: name the file *.int.test.ts');
  }
  return JSON.parse(described) as TestRun;
}

let current = { path: jestExpect.getState().testPath, startedAtMs: Date.now() };

/** When the test file began that runs now, one after the other in a worker process. */
function fileStartedAtMs(): number {
  const path = jestExpect.getState().testPath;
  if (path !== current.path) {
    current = { path, startedAtMs: Date.now() };
  }
  return current.startedAtMs;
}

/**
 * Stands in the names of the databases of a test file. Each worker process of the run does one file at a time, so that those of its earlier files are
 * of no use any more.
 */
interface TestFile {
  readonly worker: string;
  readonly startedAtMs: number;
}

/** The test file whose database it is; null for one that is not of the run. */
export function testFileOf(run: TestRun, database: string): TestFile | null {
  const [worker = '', startedAtMs = ''] = database.startsWith(`${run.name}_`)
    ? database.slice(run.name.length + 1).split('_')
    : [];
  return /^\d+$/.test(startedAtMs) ? { worker, startedAtMs: Number(startedAtMs) } : null;
}

/**
 * Addresses for one test file (`*.int.test.ts`), shared with no other. Data are removed soon after the file has ended.
 *
 * @throws Error outside a test run that has servers
 */
export function testServers(): TestServers {
  const run = currentTestRun();
  const own = [run.name, process.pid, fileStartedAtMs(), randomBytes(6).toString('hex')].join('_');
  return { mongodbUri: withDatabase(run.mongodbUri, own), redisUrl: run.redisUrl, redisKeyPrefix: own };
}
