import { dropIndex } from './drop-index.js';
import type { Migration } from './migration.js';

/** Drops an index that would reject documents: an opportunity has no id if the PSA has reissued it. */
export const formerIndexes: Migration = {
  name: '001-former-indexes',
  run: async (connection) => dropIndex(connection, 'opportunities', 'psaOpportunityId_1'),
};
