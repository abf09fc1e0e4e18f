import { dropIndex } from './drop-index.js';
import type { Migration } from './migration.js';

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
