import { defineModel } from '../define-model.js';
import { date, number, text, type ValuesOf } from '../fields.js';

const sums = {
  count: number(),
  secondsInFrom: number(),
  /** The number of won opportunities with a value, and the sum of their values. */
  priced: number(),
  value: number(),
  /** Won opportunities whose creation is known, and the sum of the milliseconds until they were won. */
  dated: number(),
  millisecondsToWin: number(),
};

export type MoveSums = ValuesOf<typeof sums>;

/** Of one source and one bucket of time, summed up. */
export const moveTotalModel = defineModel({
  name: 'MoveTotal',
  collection: 'move_totals',
  fields: {
    /** Width of the bucket in milliseconds. */
    grain: number(),
    start: date(),
    source: text(),
    from: text(),
    to: text(),
    ...sums,
  },
  indexes: [[{ grain: 1, start: 1, source: 1, from: 1, to: 1 }, { unique: true }]],
});
