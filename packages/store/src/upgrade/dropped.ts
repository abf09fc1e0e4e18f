import mongoose, { type Connection } from 'mongoose';

import type { Migration } from './migration.js';

/** Drops an index that would reject documents: an opportunity has no id if the PSA has reissued it. */
export const formerIndexes: Migration = {
  name: '001-former-indexes',
  run: async (connection) => dropIndex(connection, 'opportunities', 'psaOpportunityId_1'),
};

const former = [
  ...['references_1', 'status_1_attempts_1_provider_1', 'provider_1__id_-1'],
  ...['pushAt_1', 'ticketAt_1', 'spreadAt_1', 'leadId_1_requestedAt_-1__id_-1'],
];

/** Drops the indexes that had every opt-out, where those of today have the few that a query is about. */
export const suppressionIndexes: Migration = {
  name: '006-suppression-indexes',
  async run(connection) {
    for (const name of former) {
      await dropIndex(connection, 'suppressions', name);
    }
  },
};

/** The error log had totals, and the records' states a count that was kept; both are counted when they are asked for. */
export const formerTotals: Migration = {
  name: '008-former-totals',
  async run(connection) {
    await dropIndex(connection, 'error_log', 'uncounted');
    await connection.collection('error_totals').drop();
    await connection.collection('standing_totals').drop();
  },
};

/** Error codes of the server if the index or its collection does not exist. */
const missingCodes: readonly unknown[] = [26, 27];

/** Drops an index, if it is there. */
export async function dropIndex(connection: Connection, collection: string, name: string): Promise<void> {
  try {
    await connection.collection(collection).dropIndex(name);
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoServerError && missingCodes.includes(error.code))) {
      throw error;
    }
  }
}
