import { setTimeout as sleep } from 'node:timers/promises';

import mongoose from 'mongoose';

import { connectFailureOf } from './connect-failure.js';
import { declaredIndexes } from './define-model.js';

/** The name of this service's connections, and therefore of their transactions, in MongoDB. */
export const applicationName = 'leadbridge';

/** Servers of this Stable API respond alike; a command that is no part of it is refused. */
const stableApi = { version: '1', strict: true } satisfies mongoose.mongo.ServerApi;

const commonOptions = {
  appName: applicationName,
  serverSelectionTimeoutMS: 5_000,
  heartbeatFrequencyMS: 2_500,
  // Also for a heartbeat, in addition to the time between two.
  connectTimeoutMS: 5_000,
  retryWrites: true,
  writeConcern: { w: 'majority', journal: true },
  ignoreUndefined: true,
} satisfies mongoose.mongo.MongoClientOptions;

/** The driver's options in addition to the connection string. */
export const driverOptions = {
  ...commonOptions,
  maxPoolSize: 40,
  serverApi: stableApi,
} satisfies mongoose.mongo.MongoClientOptions;

/** Without the Stable API; see `createMaintenanceClient`. */
export const maintenanceOptions = {
  ...commonOptions,
  maxPoolSize: 1,
} satisfies mongoose.mongo.MongoClientOptions;

/**
 * For a process that must respond to every request within 10 seconds while a replica set elects another primary.
 * A hanging server is detected after one heartbeat interval and one connection timeout, 4.5 seconds; a
 * request then looks for a primary up to three times: to retry its operation, to release its idempotency key,
 * and to log its failure. Work that no caller waits for has longer timeouts.
 */
export const requestTimeouts = {
  heartbeatFrequencyMS: 2_000,
  connectTimeoutMS: 2_500,
  serverSelectionTimeoutMS: 1_700,
} satisfies mongoose.mongo.MongoClientOptions;

/** A start may wait longer for the primary than a request. */
const startPatienceMs = 5_000;

/**
 * Opens the connection that all stores of a process share. Writes are acknowledged by the majority and
 * journaled, because the service's guarantees depend on its records. Operations without a server fail after a
 * few seconds instead of waiting for one. Operations in progress on a hanging server fail too, once the
 * heartbeat detects it; a slow query on a live server is not interrupted.
 *
 * @throws Error that says why no server can be used, after at least `startPatienceMs`
 */
export async function connectMongo(
  uri: string,
  timeouts: Partial<typeof requestTimeouts> = {},
): Promise<mongoose.Connection> {
  const startedAt = performance.now();
  for (;;) {
    const connection = mongoose.createConnection(uri, {
      ...driverOptions,
      ...timeouts,
      autoIndex: false,
      // `ensureIndexes` creates them.
      autoCreate: false,
      bufferCommands: false,
    });
    try {
      return await connection.asPromise();
    } catch (error) {
      await connection.close();
      const reason = connectFailureOf(error);
      if (reason === null) {
        throw error;
      }
      if (performance.now() - startedAt >= startPatienceMs) {
        throw new Error(reason, { cause: error });
      }
    }
  }
}

/** A server that builds many indexes may look like one that hangs: connections are lost meanwhile. */
const indexPatienceMs = 30_000;

/** The driver does not retry such commands after network errors and elections; they are idempotent. */
async function outlastingFaults(command: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    try {
      await command();
      return;
    } catch (error) {
      const { MongoNetworkError, MongoServerSelectionError } = mongoose.mongo;
      const isOfNetwork = error instanceof MongoNetworkError || error instanceof MongoServerSelectionError;
      if (!isOfNetwork || performance.now() - startedAt >= indexPatienceMs) {
        throw error;
      }
      await sleep(250);
    }
  }
}

/** Creates the collections and indexes of every kind of record. Runs at startup and is idempotent. */
export async function ensureEveryIndex(connection: mongoose.Connection): Promise<void> {
  await ensureIndexesOf(connection, [...declaredIndexes.keys()]);
}

/** The same for the models that stores have used on `connection`. */
export async function ensureIndexes(connection: mongoose.Connection): Promise<void> {
  await ensureIndexesOf(
    connection,
    Object.values(connection.models).map(({ collection }) => collection.name),
  );
}

/** Each needs a connection, and one takes longer to open than to learn that nothing is missing. */
const collectionsAtOnce = 4;

/** One command for all indexes of a collection, where mongoose would send one for each. */
async function ensureIndexesOf(connection: mongoose.Connection, names: readonly string[]): Promise<void> {
  const existing = new Set<string>();
  await outlastingFaults(async () => {
    for (const { name } of await connection.listCollections()) {
      existing.add(name);
    }
  });
  const rest = names.values();
  const lanes = Array.from({ length: collectionsAtOnce }, async () => {
    for (const name of rest) {
      const indexes = declaredIndexes.get(name) ?? [];
      if (indexes.length > 0) {
        await outlastingFaults(async () => connection.collection(name).createIndexes([...indexes]));
      } else if (!existing.has(name)) {
        await outlastingFaults(async () => createCollection(connection, name));
      }
    }
  });
  await Promise.all(lanes);
}

/** Another process may create it at the same time. */
async function createCollection(connection: mongoose.Connection, name: string): Promise<void> {
  await connection.createCollection(name).catch((error: unknown) => {
    if (!(error instanceof mongoose.mongo.MongoServerError) || error.codeName !== 'NamespaceExists') {
      throw error;
    }
  });
}
