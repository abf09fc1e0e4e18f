import { defineModel } from '../define-model.js';
import { date, number, text } from '../fields.js';
import { bucketWidths } from '../totals/partition-period.js';
import { retentionSeconds } from './error-log-model.js';

/** The entries of one level in one bucket of time, summed up. */
export const errorTotalModel = defineModel({
  name: 'ErrorTotal',
  collection: 'error_totals',
  fields: {
    /** Width of the bucket in milliseconds. */
    grain: number(),
    start: date(),
    level: text(),
    count: number(),
  },
  indexes: [
    [{ grain: 1, start: 1, level: 1 }, { unique: true }],
    // The last entry of a bucket outlives the bucket's start.
    [
      { start: 1 },
      { name: 'retention', expireAfterSeconds: retentionSeconds + Math.max(...bucketWidths) / 1_000 },
    ],
  ],
});
