import { locateMongod } from '../binaries/locate.js';
import { startMongodb } from '../servers/mongodb-server.js';
import { startMongodbSet, type MongodbSet } from '../servers/mongodb-set.js';
import { inTestFolder } from './in-test-folder.js';

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
export async function startTestMongodb({
  dataRoot,
  ...settings
}: {
  readonly transactionSeconds?: number;
  /** The folder of its data, where it is not that of the run. */
  readonly dataRoot?: string;
}): Promise<TestMongodb> {
  return await inTestFolder(async (dataDirectory, environment) => {
    const binary = await locateMongod({ environment, report: () => {} });
    const server = await startMongodb({ ...settings, binary, dataDirectory, temporary: true });
    let { process } = server;
    return {
      uri: (database) => server.uri(database),
      running: () => process.running,
      relaunch: async () => {
        process = await server.relaunch();
      },
      stop: async () => {
        await process.stop();
      },
    };
  }, dataRoot);
}

/** Starts a replica set of three for one test file (`*.int.test.ts`) or drill. */
export async function startTestMongodbSet(): Promise<MongodbSet> {
  return await inTestFolder(async (dataDirectory, environment) =>
    startMongodbSet({ dataDirectory, binary: await locateMongod({ environment, report: () => {} }) }),
  );
}
