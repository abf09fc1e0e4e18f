import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { locateMongod } from '../binaries/locate.js';
import { startMongodb } from '../servers/mongodb-server.js';
import { startMongodbSet, type MongodbSet } from '../servers/mongodb-set.js';
import { currentTestRun } from './test-servers.js';

export interface TestMongodb {
  /** The address of a database on this server, as a MongoDB connection string. */
  uri(database: string): string;
  /** False once its process has ended. */
  running(): boolean;
  /** Starts it again on its data, after its process has ended; resolves when it is primary. */
  relaunch(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a MongoDB for one test file (`*.int.test.ts`) or drill, set up as an operator's own may be. */
export async function startTestMongodb(settings: {
  readonly transactionSeconds?: number;
  /** The folder of its data, where it is not that of the run. */
  readonly dataRoot?: string;
}): Promise<TestMongodb> {
  const { dataRoot, searchPath } = currentTestRun();
  const dataDirectory = await mkdtemp(join(settings.dataRoot ?? dataRoot, 'leadbridge-test-'));
  const environment = { PATH: searchPath };
  const binary = await locateMongod({ environment, report: () => {} });
  const { transactionSeconds } = settings;
  const server = await startMongodb({
    binary,
    dataDirectory,
    temporary: true,
    ...(transactionSeconds === undefined ? {} : { transactionSeconds }),
  });
  let { process } = server;
  return {
    uri: (database) => server.uri(database),
    running: () => process.running,
    relaunch: async () => {
      process = await server.relaunch();
    },
    stop: async () => {
      await process.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Starts a replica set of three for one test file (`*.int.test.ts`) or drill. */
export async function startTestMongodbSet(): Promise<MongodbSet> {
  const { dataRoot, searchPath } = currentTestRun();
  const dataDirectory = await mkdtemp(join(dataRoot, 'leadbridge-test-'));
  const binary = await locateMongod({ environment: { PATH: searchPath }, report: () => {} });
  const set = await startMongodbSet({ binary, dataDirectory });
  return {
    ...set,
    stop: async () => {
      await set.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
