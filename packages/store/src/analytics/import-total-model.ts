import { defineModel } from '../define-model.js';
import { date, number, text } from '../fields.js';
import { importCounts } from '../event/import-fact.js';

/** The import facts of one source in one bucket of time, summed up. */
export const importTotalModel = defineModel({
  name: 'ImportTotal',
  collection: 'import_totals',
  fields: {
    /** Width of the bucket in milliseconds. */
    grain: number(),
    start: date(),
    source: text(),
    ...importCounts,
  },
  indexes: [[{ grain: 1, start: 1, source: 1 }, { unique: true }]],
});
