import type { Migration } from './migration.js';

/** The counts of imports had a collection of their own. Their new ids are the same in each run. */
export const importFactsAmongEvents: Migration = {
  name: '004-import-facts',
  async run(connection) {
    const facts = connection.collection('import_facts');
    await facts
      .aggregate([
        { $set: { _id: { $concat: ['fct_', { $toString: '$_id' }] } } },
        { $unset: '__v' },
        { $merge: { into: 'events', whenMatched: 'keepExisting', whenNotMatched: 'insert' } },
      ])
      .toArray();
    await facts.drop();
  },
};
