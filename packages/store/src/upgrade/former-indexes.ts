import mongoose from 'mongoose';

import type { Migration } from './migration.js';

/** Error codes of the server if the index or its collection does not exist. */
const missingCodes: readonly unknown[] = [26, 27];

/** Drops an index that would reject documents: an opportunity has no id if the PSA has reissued it. */
export const formerIndexes: Migration = {
  name: '001-former-indexes',
  async run(connection) {
    try {
      await connection.collection('opportunities').dropIndex('psaOpportunityId_1');
    } catch (error) {
      if (!(error instanceof mongoose.mongo.MongoServerError && missingCodes.includes(error.code))) {
        throw error;
      }
    }
  },
};
