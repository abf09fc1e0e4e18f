import { dropIndex } from './drop-index.js';
import type { Migration } from './migration.js';

/** The error log had totals, and the records' states a count that was kept; both are counted when they are asked for. */
export const formerTotals: Migration = {
  name: '008-former-totals',
  async run(connection) {
    await dropIndex(connection, 'error_log', 'uncounted');
    await connection.collection('error_totals').drop();
    await connection.collection('standing_totals').drop();
  },
};
