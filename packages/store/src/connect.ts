import { setTimeout as sleep } from 'node:timers/promises';

import mongoose from 'mongoose';

import { connectFailureOf } from './connect-failure.js';

/** By which MongoDB knows the connections, and with them the transactions, of all processes of this service. */
export const applicationName = 'leadbridge';

/** The driver's options beside the connection string. */
export const driverOptions = {
  appName: applicationName,
  serverSelectionTimeoutMS: 5_000,
  heartbeatFrequencyMS: 2_500,
  // Also for a heartbeat, on top of the time between two.
  connectTimeoutMS: 5_000,
  maxPoolSize: 40,
  retryWrites: true,
  writeConcern: { w: 'majority', journal: true },
  ignoreUndefined: true,
} satisfies mongoose.mongo.MongoClientOptions;

/**
 * For a process that answers requests, each within 10 seconds while a replica set elects another primary. A server that hangs is found out after
 * the time between two heartbeats and that for a connection, 4.5 seconds; then a request looks for a primary up to three times, to repeat what it
 * was at, to give back its idempotency key, and to log its failure. Work that nobody waits for has more patience.
 */
export const requestTimeouts = {
  heartbeatFrequencyMS: 2_000,
  connectTimeoutMS: 2_500,
  serverSelectionTimeoutMS: 1_700,
} satisfies mongoose.mongo.MongoClientOptions;

/** A start may take longer than a request to find the primary. */
const startPatienceMs = 5_000;

/**
 * Opens the connection that every store of a process shares. Writes are acknowledged by the majority and journalled, since a
 * record is what the service promises on. Operations fail after a few seconds without a server, rather than wait for one; and so do those
 * under way when a server hangs, which the heartbeat finds out: however long a query takes on a server that lives, it is let be.
 *
 * @throws Error that says why no server can be used, after `startPatienceMs` at least
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

/** How long a start goes on with indexes while connections are lost: a server that builds many may be taken for one that hangs. */
const indexPatienceMs = 30_000;

/** Repeats what may be done twice while the network or an election is in its way, which the driver does not do for such commands. */
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

/** Indexes of earlier releases that would refuse what this one writes. */
const formerIndexes = [
  // An opportunity whose id the PSA has issued again has none.
  { collection: 'opportunities', name: 'psaOpportunityId_1' },
] as const;

/** What the server answers where the index, or its collection, is not there. */
const missingCodes: readonly unknown[] = [26, 27];

/**
 * Creates the indexes of every model that was registered on `connection`, and drops those of earlier releases. Run once at start;
 * harmless when all is done.
 */
export async function ensureIndexes(connection: mongoose.Connection): Promise<void> {
  await Promise.all(
    Object.values(connection.models).map(async (model) => outlastingFaults(() => model.createIndexes())),
  );
  await Promise.all(
    formerIndexes.map(async ({ collection, name }) => {
      try {
        await connection.collection(collection).dropIndex(name);
      } catch (error) {
        if (!(error instanceof mongoose.mongo.MongoServerError && missingCodes.includes(error.code))) {
          throw error;
        }
      }
    }),
  );
}
