import type { Migration } from './migration.js';

const formerCollections = { tickets: 'psa_tickets', contacts: 'psa_contacts', clients: 'psa_clients' };

/** The mirror had a collection of its own for each kind, with the PSA's id alone as the id. */
export const mirrorInOneCollection: Migration = {
  name: '007-mirrored-kinds',
  async run(connection) {
    for (const [kind, name] of Object.entries(formerCollections)) {
      const former = connection.collection(name);
      await former
        .aggregate([
          { $set: { _id: { kind, id: '$_id' } } },
          { $merge: { into: 'psa_records', whenMatched: 'keepExisting', whenNotMatched: 'insert' } },
        ])
        .toArray();
      await former.drop();
    }
  },
};
