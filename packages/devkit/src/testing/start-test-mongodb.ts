import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { locateMongod } from '../binaries/locate.js';
import { startMongodb } from '../servers/mongodb-server.js';
import { startMongodbSet, type MongodbSet } from '../servers/mongodb-set.js';
import { currentTestRun } from './test-servers.js';

export interface TestMongodb {
  /** The address of a database on this server, as a MongoDB connection string. */
  uri(database: string): string;
  stop(): Promise<void>;
}

/** Starts a MongoDB for one test file (`*.int.test.ts`), set up as an operator's own may be. */
export async function startTestMongodb(settings: {
  readonly transactionSeconds: number;
}): Promise<TestMongodb> {
  const { dataRoot, searchPath } = currentTestRun();
  const dataDirectory = await mkdtemp(join(dataRoot, 'leadbridge-test-'));
  const environment = { PATH: searchPath };
  const binary = await locateMongod({ environment, report: () => {} });
  const server = await startMongodb({ binary, dataDirectory, temporary: true, ...settings });
  return {
    uri: (database) => server.uri(database),
    stop: async () => {
      await server.process.stop();
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
