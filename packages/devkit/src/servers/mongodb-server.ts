import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { MongoClient, MongoServerError, type Document } from 'mongodb';

import type { ManagedProcess } from '../processes/managed-process.js';
import { waitUntil } from '../processes/wait-until.js';
import { startServer } from './start-server.js';

export interface MongodbServer {
  readonly process: ManagedProcess;
  readonly port: number;
  /** The address of a database on this server, as a MongoDB connection string. */
  uri(database: string): string;
  /** Starts it again on the same port and data, after its process has ended. */
  relaunch(): Promise<ManagedProcess>;
}

export interface MongodbServerSettings {
  readonly binary: string;
  readonly dataDirectory: string;
  readonly port?: number;
  /** True for tests: nothing is removed for its age, and the data folder goes should this process be killed. */
  readonly temporary?: boolean;
  /** For which a transaction may last; 8 unless said otherwise. */
  readonly transactionSeconds?: number;
}

export const replicaSet = 'leadbridge';

export async function withAdmin<T>(
  port: number,
  selectionMilliseconds: number,
  work: (run: (command: Document) => Promise<Document>) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: selectionMilliseconds,
  });
  try {
    const admin = client.db('admin');
    return await work((command) => admin.command(command));
  } finally {
    await client.close();
  }
}

function hasCode(error: unknown, codeName: string): boolean {
  return error instanceof MongoServerError && error.codeName === codeName;
}

/**
 * Makes the server the one member of its replica set. Data of an earlier start name the port of that start, with which no
 * primary would be elected: they are told the new one.
 */
async function formReplicaSet(port: number): Promise<void> {
  const host = `127.0.0.1:${port}`;
  await withAdmin(port, 30_000, async (run) => {
    try {
      await run({ replSetInitiate: { _id: replicaSet, members: [{ _id: 0, host }] } });
    } catch (error) {
      if (!hasCode(error, 'AlreadyInitialized')) {
        throw error;
      }
      await adoptPort(run, host);
    }
    await waitUntil(
      async () => ((await run({ hello: 1 }))['isWritablePrimary'] === true ? true : null),
      30_000,
      () => 'MongoDB did not become the primary of its replica set within 30 s',
      10,
    );
  });
}

async function adoptPort(run: (command: Document) => Promise<Document>, host: string): Promise<void> {
  const response = await run({ replSetGetConfig: 1 });
  const config = response['config'] as { version: number; members: { host: string }[] };
  const [member] = config.members;
  if (member === undefined || member.host === host) {
    return;
  }
  const next = { ...config, version: config.version + 1, members: [{ ...member, host }] };
  await run({ replSetReconfig: next, force: true });
}

async function responds(port: number): Promise<boolean> {
  try {
    await withAdmin(port, 500, (run) => run({ ping: 1 }));
    return true;
  } catch {
    await delay(25);
    return false;
  }
}

/** For one server that has the databases of all test files of a run, each of some two hundred tables, which is a file each. */
const optionsOfTests = [
  // Tests write rows of long ago, which would go whenever a minute of the server is over.
  ...['--setParameter', 'ttlMonitorEnabled=false'],
  // With less it looks through all tables, again and again, for what it could put out of memory.
  ...['--wiredTigerCacheSizeGB', '1'],
  // The files of a dropped database stay open until a checkpoint after the time for which snapshots are kept: minutes, and more files than a
  // process may have open.
  ...['--syncdelay', '5', '--setParameter', 'minSnapshotHistoryWindowInSeconds=10'],
];

/** Starts mongod on 127.0.0.1 as a member of a replica set that is still to be formed, or is read from its data. */
export async function startMember(
  settings: MongodbServerSettings,
): Promise<{ readonly process: ManagedProcess; readonly port: number }> {
  await mkdir(settings.dataDirectory, { recursive: true });
  return await startServer({
    name: 'MongoDB',
    binary: settings.binary,
    parameters: (chosen) => [
      ...['--dbpath', settings.dataDirectory, '--bind_ip', '127.0.0.1', '--port', String(chosen)],
      ...['--replSet', replicaSet, '--oplogSize', '128'],
      ...['--nounixsocket', '--quiet', '--setParameter', 'diagnosticDataCollectionEnabled=false'],
      // What a killed process had in hand is locked until then, and for others to go on; a minute by default.
      ...['--setParameter', `transactionLifetimeLimitSeconds=${settings.transactionSeconds ?? 8}`],
      ...(settings.temporary === true ? optionsOfTests : ['--wiredTigerCacheSizeGB', '0.25']),
    ],
    isReady: responds,
    ...(settings.port === undefined ? {} : { port: settings.port }),
    ...(settings.temporary === true ? { temporaryDirectory: settings.dataDirectory } : {}),
  });
}

/** Starts mongod as a replica set of one on 127.0.0.1, so that transactions and change streams work as in production. */
export async function startMongodb(settings: MongodbServerSettings): Promise<MongodbServer> {
  const { process, port } = await startMember(settings);
  try {
    await formReplicaSet(port);
  } catch (error) {
    await process.stop();
    throw error;
  }
  return {
    process,
    port,
    uri: (database) => `mongodb://127.0.0.1:${port}/${database}?replicaSet=${replicaSet}`,
    relaunch: async () => (await startMongodb({ ...settings, port })).process,
  };
}
